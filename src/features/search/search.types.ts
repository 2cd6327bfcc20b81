import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { GraphQLJSONObject } from '../../graphql/scalars.ts';
import type { SourceKind } from '../../ports/vector-index.ts';
import type { AccessLevel } from '../access/access-level.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { listOf } from '../../shared/bounds.ts';
import { LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';

const QUERY_LENGTH = 2_000;

export const SEARCH_TYPES = ['standard', 'hybrid', 'expanded'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];
export const SearchTypeEnum = enumOf(SEARCH_TYPES);
registerEnumType(SearchTypeEnum, {
  name: 'SearchType',
  description: 'By meaning; by meaning and words; the same with the query expanded by related words.',
});

export const SourceKindEnum = enumOf<SourceKind>(['content', 'document', 'file', 'video']);
registerEnumType(SourceKindEnum, { name: 'KnowledgeSourceKind', description: 'What a passage comes from.' });

@InputType({ description: 'A search of the knowledge base.' })
export class SearchInput {
  @Field(() => String, { description: 'What is looked for, 1 to 2,000 characters.' })
  @Bounds({ filled: true, maxLength: QUERY_LENGTH })
  query!: string;

  @Field(() => SearchTypeEnum, { nullable: true, description: 'Default hybrid.' })
  searchType?: SearchType | null;

  @Field(() => Int, { nullable: true, description: 'How many results, 1 to 50. Default 10.' })
  @Bounds({ minimum: 1 })
  maxResults?: number | null;

  @Field(() => Float, { nullable: true, description: 'Least score, 0 to 1. Default 0.' })
  @Bounds({ minimum: 0, maximum: 1 })
  threshold?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Order the results by a reranker, where one is configured. Default false.',
  })
  useReranking?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only of these content types: of documents, and types of content items. Empty: of all.',
  })
  @Bounds(listOf(LIST_LENGTH, NAME_LENGTH))
  contentTypes?: string[] | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Free-form. `user.subscriptions` narrows what is found to what those subscriptions allow.',
  })
  context?: Record<string, unknown> | null;
}

@ObjectType({
  description: 'A part of a text, from `start` up to but not including `end`, in UTF-16 units.',
  simpleResolvers: true,
})
export class TextSpan {
  @Field(() => Int, { description: 'Where it starts.' })
  start!: number;

  @Field(() => Int, { description: 'Where it ends.' })
  end!: number;
}

@ObjectType({ description: 'The part of a passage that says most about the query.', simpleResolvers: true })
export class Snippet {
  @Field(() => String, { description: 'The text.' })
  text!: string;

  @Field(() => [TextSpan], { description: 'The words of the query in it.' })
  highlights!: TextSpan[];
}

@ObjectType({ description: 'A passage that was found.', simpleResolvers: true })
export class SearchResult {
  @Field(() => ID, { description: 'Identifier of the passage; it changes when its source is indexed anew.' })
  id!: string;

  @Field(() => String, { description: 'The passage.' })
  content!: string;

  @Field(() => Float, { description: '0 to 1, higher is better.' })
  score!: number;

  @Field(() => Int, { description: 'Place in the results, from 1.' })
  rank!: number;

  @Field(() => SourceKindEnum, { description: 'What it comes from.' })
  source!: SourceKind;

  @Field(() => ID, { description: 'Id of the content item, document, file or video.' })
  sourceId!: string;

  @Field(() => String, { description: 'Title of its source.' })
  title!: string;

  @Field(() => String, { description: 'Name of its source in lists.' })
  fileName!: string;

  @Field(() => String, { description: 'Content type of its source.' })
  contentType!: string;

  @Field(() => [String], { description: 'The headings that it stands under, outermost first.' })
  section!: string[];

  @Field(() => Int, { nullable: true, description: 'Page it is on, from 1.' })
  page!: number | null;

  @Field(() => Float, { nullable: true, description: 'For films: where it starts, in seconds.' })
  startTime!: number | null;

  @Field(() => Float, { nullable: true, description: 'For films: where it ends, in seconds.' })
  endTime!: number | null;

  /** The access level of its source now, and the one that this text was indexed under. */
  accessLevel!: AccessLevel;
  textAccessLevel!: AccessLevel;
  textRequiredSubscriptions!: readonly string[];

  /** What was looked for: snippets are made from it. */
  query!: string;
}

@ObjectType({ description: 'What a search found, best first.', simpleResolvers: true })
export class SearchResults {
  @Field(() => [SearchResult], { description: 'The passages.' })
  results!: SearchResult[];

  @Field(() => Int, { description: 'How many there are here.' })
  totalResults!: number;

  @Field(() => String, { description: 'What was looked for.' })
  query!: string;

  @Field(() => SearchTypeEnum, { description: 'How it was looked for.' })
  searchType!: SearchType;

  @Field(() => Int, { description: 'How long the search took, in milliseconds.' })
  latencyMs!: number;
}
