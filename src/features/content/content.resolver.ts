import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Cost, LOADED, MaxNesting } from '../../graphql/cost.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import { PageInput } from '../../graphql/page-type.ts';
import { ExpectedRevisionArg } from '../../graphql/revision.ts';
import { GraphQLJSONObject } from '../../graphql/scalars.ts';
import { Scope } from '../../graphql/scopes.ts';
import { selects } from '../../graphql/selected.ts';
import { MadeOf } from '../../graphql/topics.ts';
import type { JsonText } from '../../shared/json-text.ts';
import { heldSubscriptions } from '../access/access.ts';
import { sortKey } from '../reference/expansion.text.ts';
import { type Expansions, referencedIds, referencedItems } from '../reference/reference.service.ts';
import { idBySlug } from './content-by-slug.ts';
import type { JsonObject } from './content.entity.ts';
import { ContentOrder, CreateContentInput, PutContentInput, UpdateContentInput } from './content.inputs.ts';
import { CONTENT_LIST_COST, listContent } from './content.list.ts';
import { contentBodyById, wantBody } from './content.rows.ts';
import type { ContentService } from './content.service.ts';
import { ContentAccess, ContentItem, ContentItemPage } from './content.types.ts';
import { Writer } from './history/content-version.types.ts';
import { writerOf } from './history/writer.rows.ts';
import { wantedLanguages } from './languages.ts';
import { putContent } from './put-content.ts';
import { ContentFilter, FilterParameter } from './query/filter.inputs.ts';
import { translationsByOriginal } from './translation.rows.ts';

@Resolver(() => ContentItem)
export class ContentResolver {
  private readonly contents: ContentService;
  private readonly expansions: Expansions;

  constructor(contents: ContentService, expansions: Expansions) {
    this.contents = contents;
    this.expansions = expansions;
  }

  @Scope('read')
  @MadeOf('content')
  @Cost(CONTENT_LIST_COST)
  @Query(() => ContentItemPage, {
    name: 'contents',
    description:
      'Content items that the viewer can read, by default newest publication first. Page size: default 50, maximum 100.',
  })
  async list(
    @Ctx() context: RequestContext,
    @Arg('filter', () => ContentFilter, { nullable: true, description: 'Filter. Default: all items.' })
    filter: ContentFilter | null,
    @Arg('filterParameters', () => [FilterParameter], {
      nullable: true,
      description: 'Further conditions, as REST has them in its query parameters.',
    })
    filterParameters: FilterParameter[] | null,
    @Arg('language', () => String, { nullable: true, description: 'Language code. Default: all languages.' })
    language: string | null,
    @Arg('fallback', () => [String], {
      nullable: true,
      description:
        'Further language codes, at most 10. Of the items that match and are translations of each other, only the one in the first of the languages is listed.',
    })
    fallback: string[] | null,
    @Arg('fullText', () => String, {
      nullable: true,
      description:
        'Words that the items must have in the title, the excerpt, the body or the custom fields marked searchable, in any form and order, ignoring case and accents; at most 300 characters, of which the first 32 words count. Without `order.sort` and `sort`, the most relevant items come first. Items that the viewer cannot read are only found by title and excerpt, and come last.',
    })
    fullText: string | null,
    @Arg('exactTotal', () => Boolean, {
      defaultValue: false,
      description: 'Whether the total of a full-text search is exact also from 10,000 items on: see `totalIsExact`.',
    })
    exactTotal: boolean,
    @Arg('order', () => ContentOrder, { nullable: true, description: 'Sort order.' }) order: ContentOrder | null,
    @Arg('sort', () => [String], {
      nullable: true,
      description:
        'Sort keys, at most 5, instead of `order`: publishedAt, createdAt, updatedAt, sortOrder, title, or the name of a sortable custom field, also as `fields.<name>`. A key with `-` descends, any other ascends; a single key without a sign has the direction of `order`, if there is one. Missing values come last. Equal items are sorted by id.',
    })
    sort: string[] | null,
    @Arg('page', () => PageInput, { nullable: true, description: 'Page of the list.' }) page: PageInput | null,
    @Arg('includeRestricted', () => Boolean, {
      defaultValue: false,
      description: 'Whether items that the viewer cannot read are included, as teasers.',
    })
    includeRestricted: boolean,
    @Arg('createdByMe', () => Boolean, {
      defaultValue: false,
      description: 'Whether only items are listed that the caller has created: the member, or the API key.',
    })
    createdByMe: boolean,
  ): Promise<ContentItemPage> {
    return listContent(context.viewer, {
      filter: filter ?? {},
      filterParameters: filterParameters ?? [],
      language,
      fallback,
      fullText,
      exactTotal,
      order: order ?? {},
      sort: sort ?? [],
      page: page ?? {},
      includeRestricted,
      createdByMe,
    });
  }

  @Scope('read')
  @MadeOf('content')
  @Query(() => ContentItem, {
    description:
      'A content item. NOT_FOUND for an unknown id; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read it.',
  })
  async content(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the item.' }) id: string,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ContentItem> {
    if (selects(info, 'content')) wantBody(context.viewer, id);
    return this.contents.get(context.viewer, id);
  }

  @Scope('read')
  @MadeOf('content')
  @Query(() => ContentItem, {
    description:
      'A content item by its slug or, with `language`, by the slug that it has in any language. NOT_FOUND for an unknown type or slug, and if it has none of the languages; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read it, also where it could read the item in another language.',
  })
  async contentBySlug(
    @Ctx() context: RequestContext,
    @Arg('type', () => String, { description: 'Slug of the content type.' }) type: string,
    @Arg('slug', () => String, { description: 'Slug of the item.' }) slug: string,
    @Arg('language', () => String, {
      nullable: true,
      description:
        'Language code. Of the items with the slug and their translations, the one in this language; its own slug may be another. Omitted: of the items with the slug, the one that was created first.',
    })
    language: string | null,
    @Arg('fallback', () => [String], {
      nullable: true,
      description: 'Further language codes, at most 10, tried in this order if no item has `language`.',
    })
    fallback: string[] | null,
  ): Promise<ContentItem> {
    return this.contents.get(context.viewer, await idBySlug(context.viewer, { type, slug, language, fallback }));
  }

  @Scope('read')
  @MadeOf('content')
  @Query(() => ContentAccess, { description: 'Result of the access check of an item that the viewer can read.' })
  async contentAccess(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the item.' }) id: string,
  ): Promise<ContentAccess> {
    const { access } = await this.contents.get(context.viewer, id);
    return {
      level: access.level,
      requiredSubscriptions: access.requiredSubscriptions ?? [],
      userHasAccess: access.granted,
      userSubscriptions: heldSubscriptions(context.viewer),
    };
  }

  @Cost(LOADED)
  @FieldResolver(() => Writer, {
    nullable: true,
    description:
      'Who created the item. Null if it is not known, as for items from before this field, and for keys without the scope `preview`.',
  })
  async createdBy(@Root() item: ContentItem, @Ctx() { viewer }: RequestContext): Promise<Writer | null> {
    const isShown = viewer.hasPreviewScope && item.access.granted;
    return isShown ? writerOf(viewer, { writtenBy: item.createdBy }) : null;
  }

  @Cost(LOADED)
  @FieldResolver(() => String, {
    name: 'content',
    nullable: true,
    description: 'Body as HTML or Markdown; null for a teaser.',
  })
  body(@Root() item: ContentItem, @Ctx() context: RequestContext): Promise<string | null> | null {
    return item.access.granted ? context.viewer.loader(contentBodyById).load(item.id) : null;
  }

  @Cost({ extra: { expand: 200 } })
  @FieldResolver(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Values of the fields that the content type defines, and of any other fields that were stored; null for a teaser.',
  })
  customFields(
    @Root() item: ContentItem,
    @Ctx() context: RequestContext,
    @Arg('expand', () => Boolean, {
      defaultValue: false,
      description:
        'Whether ids in reference fields are replaced by the items, up to 3 levels deep, and ids of files by objects with url, mimeType, size, width, height, alt, caption, focalPoint and blurhash; null for a file that the viewer cannot read.',
    })
    expand: boolean,
    @Arg('includeRestricted', () => Boolean, {
      defaultValue: false,
      description:
        'With expand: whether references to items that the viewer cannot read are kept, as teasers with `_access`.',
    })
    includeRestricted: boolean,
    @Arg('includeSortOrder', () => Boolean, {
      defaultValue: false,
      description: 'With expand: whether expanded items get `_sortOrder`.',
    })
    includeSortOrder: boolean,
    @Arg('language', () => String, {
      nullable: true,
      description:
        'With expand: language code. A reference is replaced by the translation in this language that the viewer can read, or else by the item itself.',
    })
    language: string | null,
    @Arg('fallback', () => [String], {
      nullable: true,
      description: 'With expand: further language codes, at most 10, tried in this order.',
    })
    fallback: string[] | null,
  ): JsonObject | null | Promise<JsonText | null> {
    if (!expand || !item.customFields) return item.customFields;
    const options = { includeRestricted, includeSortOrder, languages: wantedLanguages({ language, fallback }) ?? [] };
    return context.viewer.loaderWith(this.expansions.fieldsById, options).load(item.id);
  }

  @Cost({ points: 20, size: 10, each: 5, countedByResolver: true })
  @MaxNesting(3)
  @FieldResolver(() => [ContentItem], {
    description:
      'The items that a reference field refers to, in the order of the field, without those that the viewer cannot read. At most 3 levels deep.',
  })
  async references(
    @Root() item: ContentItem,
    @Ctx() context: RequestContext,
    @Arg('field', () => String, { description: 'Name of a field of type reference or references.' }) field: string,
    @Arg('language', () => String, {
      nullable: true,
      description:
        'Language code. An item is replaced by its translation in this language if the viewer can read that one.',
    })
    language: string | null,
    @Arg('fallback', () => [String], {
      nullable: true,
      description: 'Further language codes, at most 10, tried in this order.',
    })
    fallback: string[] | null,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ContentItem[]> {
    const languages = wantedLanguages({ language, fallback }) ?? [];
    // Before any of them is read.
    context.spending?.countList(info, (await referencedIds(context.viewer, item, field)).length);
    return referencedItems(context.viewer, item, field, { languages });
  }

  @Cost({ points: 20, size: 10, each: 5 })
  @MaxNesting(3)
  @FieldResolver(() => [ContentItem], {
    description:
      'The translations of the item that the viewer can read, without the item itself, by language. At most 50, 3 levels deep.',
  })
  async translations(@Root() item: ContentItem, @Ctx() context: RequestContext): Promise<ContentItem[]> {
    const all = await context.viewer.loader(translationsByOriginal).load(item.translationOf ?? item.id);
    return all.filter(({ id }) => id !== item.id);
  }

  @FieldResolver(() => String, {
    description: 'Position of the collection and of the item within it, as `{group}-{item}` with three digits each.',
  })
  groupedSortOrder(@Root() item: ContentItem): string {
    return sortKey(item.collectionOrder, item.sortOrder);
  }

  @Scope('write', 'author')
  @Mutation(() => ContentItem, {
    description:
      'Creates a content item. CONFLICT if the externalId (the error has the `id` of that item) or the slug is already used; BAD_REQUEST with `details` for invalid input.',
  })
  async createContent(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreateContentInput, { description: 'The new item.' }) input: CreateContentInput,
  ): Promise<ContentItem> {
    return this.contents.create(context.viewer, input);
  }

  @Scope('write', 'author')
  @Mutation(() => ContentItem, {
    description:
      'Creates the item with this externalId or replaces it: what the input omits gets its default. The type of an item cannot change. Repeating it changes nothing.',
  })
  async putContent(
    @Ctx() context: RequestContext,
    @Arg('externalId', () => String, { description: 'The externalId of the item.' }) externalId: string,
    @Arg('input', () => PutContentInput, { description: 'The whole item.' }) input: PutContentInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<ContentItem> {
    return putContent(this.contents, context.viewer, { externalId, expected: expectedRevision }, input);
  }

  @Scope('write', 'author')
  @Mutation(() => ContentItem, { description: 'Updates a content item. Omitted fields keep their value; null clears.' })
  async updateContent(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the item.' }) id: string,
    @Arg('input', () => UpdateContentInput, { description: 'Fields to change.' }) input: UpdateContentInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<ContentItem> {
    return this.contents.update(context.viewer, id, input, expectedRevision);
  }

  @Scope('write', 'author')
  @Mutation(() => Deleted, { description: 'Deletes a content item and removes it from search immediately.' })
  async deleteContent(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the item.' }) id: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
    @Arg('permanently', () => Boolean, {
      defaultValue: false,
      description: 'Whether the item and its versions are removed for good, instead of going to the trash.',
    })
    permanently: boolean,
  ): Promise<Deleted> {
    await this.contents.delete(context.viewer, id, expectedRevision, { permanently });
    return deleted(id);
  }
}
