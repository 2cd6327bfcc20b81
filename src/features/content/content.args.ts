import { ArgsType, Field } from 'type-graphql';
import { PageInput } from '../../api/page.types.ts';
import { ContentOrder } from './content.inputs.ts';
import { ContentFilter, FilterParameter } from './query/input/filter.inputs.ts';

/** The arguments of a list of content items. */
@ArgsType()
export class ListContentArgs {
  @Field(() => ContentFilter, { nullable: true, description: 'Filter. Default: all items.' })
  filter!: ContentFilter | null;

  @Field(() => [FilterParameter], {
    nullable: true,
    description: 'Further conditions, as REST has them in its query parameters.',
  })
  filterParameters!: FilterParameter[] | null;

  @Field(() => String, { nullable: true, description: 'Language code. Default: all languages.' })
  language!: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Further language codes, at most 10. Of the items that match and are translations of each other, only the one in the first of the languages is listed.',
  })
  fallback!: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words that the items must have in the title, the excerpt, the body or the custom fields marked searchable, in any form and order, ignoring case and accents; at most 300 characters, of which the first 32 words count. Without `order.sort` and `sort`, the most relevant items come first. Items that the viewer cannot read are only found by title and excerpt, and come last.',
  })
  fullText!: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the total of a full-text search is exact also from 10,000 items on: see `totalIsExact`.',
  })
  exactTotal!: boolean;

  @Field(() => ContentOrder, { nullable: true, description: 'Sort order.' })
  order!: ContentOrder | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Sort keys, at most 5, instead of `order`: publishedAt, createdAt, updatedAt, sortOrder, title, or the name of a sortable custom field, also as `fields.<name>`. A key with `-` descends, any other ascends; a single key without a sign has the direction of `order`, if there is one. Missing values come last. Equal items are sorted by id.',
  })
  sort!: string[] | null;

  @Field(() => PageInput, { nullable: true, description: 'Page of the list.' })
  page!: PageInput | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether items that the viewer cannot read are included, as teasers.',
  })
  includeRestricted!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether only items are listed that the caller has created: the member, or the API key.',
  })
  createdByMe!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether only items are listed that could not be published or unpublished at their time, as `schedule.failedReason` says. Requires the scope `preview`.',
  })
  scheduleFailed!: boolean;
}
