import { type ClassType, Field, InputType, Int, ObjectType } from 'type-graphql';
import { Bounds } from './input-bounds.ts';
import { Visible } from './visible.ts';

@Visible('part')
@ObjectType({ description: 'Position of a page in its list.', simpleResolvers: true })
export class Pagination {
  @Field(() => Int, { description: 'How many items of all pages the viewer can read.' })
  total!: number;

  @Field(() => Int, { description: 'The page size, after clamping to the maximum.' })
  limit!: number;

  @Field(() => Int, { description: 'How many items were skipped; 0 with a cursor.' })
  offset!: number;

  @Field(() => Boolean, { description: 'Whether there are more items after this page.' })
  hasMore!: boolean;
}

/** The fields of a page of a list; a feature extends it with the name and description of its own page. */
export function createPageType<T extends object>(Item: ClassType<T>) {
  @ObjectType({ simpleResolvers: true })
  abstract class PageType extends Pagination {
    @Field(() => [Item], { description: 'The items of this page, in the requested order.' })
    items!: T[];

    @Field(() => String, {
      nullable: true,
      description:
        'Cursor of the last item. Pass it as `page.after`, with the same filter and sort, to read the next page.',
    })
    endCursor!: string | null;

    @Field(() => Pagination, { description: 'The same values as one object.' })
    pagination!: Pagination;
  }
  return PageType;
}

@InputType({ description: 'A page of a list: `limit` items from `offset`, or after the cursor `after`.' })
export class PageInput {
  @Field(() => Int, {
    nullable: true,
    description: 'Page size, at least 1; clamped to the maximum of the list.',
  })
  @Bounds({ minimum: 1 })
  limit?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many items to skip, at least 0. Cannot be combined with `after`.',
  })
  @Bounds({ minimum: 0 })
  offset?: number | null;

  @Field(() => String, { nullable: true, description: 'The `endCursor` of the previous page.' })
  after?: string | null;
}
