import { type ClassType, Field, InputType, Int, ObjectType } from 'type-graphql';
import { Bounds } from './bounds.ts';

@ObjectType({ description: 'Where a page lies in its list.', simpleResolvers: true })
export class Pagination {
  @Field(() => Int, { description: 'How many items the whole list has for this caller.' })
  total!: number;

  @Field(() => Int, { description: 'The page size in force, after clamping to the maximum.' })
  limit!: number;

  @Field(() => Int, { description: 'How many items come before this page; 0 when paged by cursor.' })
  offset!: number;

  @Field(() => Boolean, { description: 'Whether more items follow this page.' })
  hasMore!: boolean;
}

/** The fields of a list's page in GraphQL; the feature extends it with the name and description of its own page. */
export function pageOf<T extends object>(Item: ClassType<T>) {
  @ObjectType({ simpleResolvers: true })
  abstract class PageType {
    @Field(() => [Item], { description: 'The items of this page, in the order asked for.' })
    items!: T[];

    @Field(() => Int, { description: 'How many items the whole list has for this caller.' })
    total!: number;

    @Field(() => Int, { description: 'The page size in force, after clamping to the maximum.' })
    limit!: number;

    @Field(() => Int, { description: 'How many items come before this page; 0 when paged by cursor.' })
    offset!: number;

    @Field(() => Boolean, { description: 'Whether more items follow this page.' })
    hasMore!: boolean;

    @Field(() => String, {
      nullable: true,
      description: 'Give it as `page.after`, with the same filter and sort, to go on behind this page.',
    })
    endCursor!: string | null;

    @Field(() => Pagination, { description: 'The same figures as one object.' })
    pagination!: Pagination;
  }
  return PageType;
}

@InputType({ description: 'Which part of a list: `limit` items from `offset`, or behind the cursor `after`.' })
export class PageInput {
  @Field(() => Int, {
    nullable: true,
    description: 'Page size, at least 1; above the maximum of the list it is clamped.',
  })
  @Bounds({ minimum: 1 })
  limit?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many items to pass over; at least 0. Not together with `after`.',
  })
  @Bounds({ minimum: 0 })
  offset?: number | null;

  @Field(() => String, { nullable: true, description: 'The `endCursor` of the page before.' })
  after?: string | null;
}
