import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { GraphQLJSONObject } from '../../api/scalars.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { Cost } from '../../api/cost.ts';
import { Visible } from '../../api/visible.ts';
import { listBounds } from '../../shared/bounds.ts';
import { LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { PassageSource } from './passage-source.types.ts';

const QUERY_LENGTH = 100_000;

export const SEARCH_TYPES = ['standard', 'hybrid', 'expanded'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];
export const SearchTypeEnum = createEnum(
  'SearchType',
  SEARCH_TYPES,
  'Type of a search: standard (semantic), hybrid (semantic and keyword) or expanded (hybrid, with related words added to the query).',
);

export const SEARCH_PARTS = ['embedder', 'reranker', 'languageModel'] as const;
export type SearchPart = (typeof SEARCH_PARTS)[number];
export const SearchPartEnum = createEnum(
  'SearchPart',
  SEARCH_PARTS,
  'A model that takes part in a search: embedder (without it only words are matched, by BM25), reranker (without it the order and scores of the search stay), languageModel (without it `expanded` adds words of the passages found).',
);

@InputType({ description: 'A search of the knowledge base.' })
export class SearchInput {
  @Field(() => String, {
    description:
      'Search text, 1 to 100,000 characters. Of more than 2,000 characters, the first and last 1,000 are searched.',
  })
  @Bounds({ filled: true, maxLength: QUERY_LENGTH })
  query!: string;

  @Field(() => SearchTypeEnum, { nullable: true, description: 'Type of the search. Default hybrid.' })
  searchType?: SearchType | null;

  @Field(() => Int, { nullable: true, description: 'Maximum number of results, 1 to 50. Default 10.' })
  @Bounds({ minimum: 1 })
  maxResults?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Maximum number of passages of one source among the first ten results, 1 to 50. Further ones of it only take places that no other source fills. Default 2.',
  })
  @Bounds({ minimum: 1, maximum: 50 })
  maxPerSource?: number | null;

  @Field(() => Float, { nullable: true, description: 'Minimum score, 0 to 1. Default 0.' })
  @Bounds({ minimum: 0, maximum: 1 })
  threshold?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a reranker, if one is configured, sorts the results. Default false.',
  })
  useReranking?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Content types of documents and types of content items to search. Empty: all.',
  })
  @Bounds(listBounds(LIST_LENGTH, NAME_LENGTH))
  contentTypes?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether unpublished items are searched too, and of an item with a draft that the viewer can read the draft in the place of what is live; with a preview token of one item, that item alone. FORBIDDEN for an API key without the scope preview and without a preview token. Default false.',
  })
  preview?: boolean | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Free-form context. `user.subscriptions` limits the results to what these subscriptions allow.',
  })
  context?: Record<string, unknown> | null;
}

@Visible('part')
@ObjectType({
  description: 'A range of a text, from `start` (inclusive) to `end` (exclusive), in UTF-16 units.',
  simpleResolvers: true,
})
export class TextSpan {
  @Field(() => Int, { description: 'Start (inclusive), in UTF-16 units.' })
  start!: number;

  @Field(() => Int, { description: 'End (exclusive), in UTF-16 units.' })
  end!: number;
}

@Visible('part')
@ObjectType({ description: 'The part of a passage that is most relevant to the query.', simpleResolvers: true })
export class Snippet {
  @Field(() => String, { description: 'The text.' })
  text!: string;

  @Cost({ size: 5 })
  @Field(() => [TextSpan], { description: 'Positions of the words of the query.' })
  highlights!: TextSpan[];
}

@Visible('part')
@ObjectType({ description: 'Place of a passage in one part of a search.', simpleResolvers: true })
export class SearchPlace {
  @Field(() => Int, { description: 'Rank in this part, from 1.' })
  rank!: number;

  @Field(() => Float, { description: 'Score in this part, 0 to 1.' })
  score!: number;
}

@Visible('part')
@ObjectType({
  description: 'Why a passage has its rank. Every number counts passages only that the viewer can read.',
  simpleResolvers: true,
})
export class SearchRanking {
  @Field(() => SearchPlace, {
    nullable: true,
    description: 'By words (BM25); null if no word matches, or in a search that does not match words.',
  })
  words!: SearchPlace | null;

  @Field(() => SearchPlace, {
    nullable: true,
    description: 'By meaning (cosine of the vectors); null if it is not similar, or in a search without vectors.',
  })
  vector!: SearchPlace | null;

  @Field(() => SearchPlace, { description: 'By words and meaning together, before the reranker.' })
  fused!: SearchPlace;

  @Field(() => SearchPlace, { nullable: true, description: 'By the reranker; null if none sorted the results.' })
  reranker!: SearchPlace | null;
}

@Visible('guarded')
@ObjectType({ description: 'A passage that matches the search.', simpleResolvers: true })
export class SearchResult extends PassageSource {
  @Field(() => ID, { description: 'Id of the passage; it changes when the source is indexed again.' })
  id!: string;

  @Field(() => String, { description: 'Text of the passage.' })
  content!: string;

  @Field(() => Float, { description: 'Score, 0 to 1; higher is better.' })
  score!: number;

  @Field(() => Int, { description: 'Rank in the results, from 1.' })
  rank!: number;

  @Field(() => String, { description: 'File name of the source; for other sources the title.' })
  fileName!: string;

  @Field(() => String, { description: 'Content type of the source.' })
  contentType!: string;

  /** The ranking explains the rank of the result. */
  ranking!: SearchRanking;

  /** Front matter of its source, at the time of indexing. */
  frontMatter!: Record<string, unknown> | null;

  /** URL of the page of a content item. */
  url!: string | null;

  @Field(() => [String], { description: 'Headings above the passage, outermost first.' })
  section!: string[];

  @Field(() => Float, { nullable: true, description: 'Videos: start of the passage in seconds.' })
  startTime!: number | null;

  @Field(() => Float, { nullable: true, description: 'Videos: end of the passage in seconds.' })
  endTime!: number | null;

  @Field(() => Boolean, {
    description: 'False for a passage of an unpublished item or of a draft, which only a search with `preview` finds.',
  })
  isPublished!: boolean;

  /** The current access level of its source, and the one at the time of indexing. */
  accessLevel!: AccessLevel;
  textAccessLevel!: AccessLevel;
  textRequiredSubscriptions!: readonly string[];

  /** Id of its source in the knowledge base: that of a draft is not `sourceId`, which is that of its item. */
  indexedId!: string;

  /** The query, from which snippets are made. */
  query!: string;
}

@Visible('guarded')
@ObjectType({
  description:
    'Results of a search without near-duplicates: the first ten, best first, then the others, best first. `maxPerSource` limits the passages of one source among the first ten.',
  simpleResolvers: true,
})
export class SearchResults {
  @Field(() => [SearchResult], { description: 'Matching passages.' })
  results!: SearchResult[];

  @Field(() => Int, { description: 'Number of results returned.' })
  totalResults!: number;

  @Field(() => String, { description: 'Search text.' })
  query!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What was searched of a query of more than 2,000 characters; null if that was all of it.',
  })
  searchedQuery!: string | null;

  @Field(() => SearchTypeEnum, { description: 'Search type used.' })
  searchType!: SearchType;

  @Cost({ size: 3 })
  @Field(() => [SearchPartEnum], {
    nullable: true,
    description:
      'Models that failed or did not answer within 2 s (reranker: 1.5 s), so that the search went on without them; null if there are none.',
  })
  unavailable!: SearchPart[] | null;

  @Field(() => Int, { description: 'Duration of the search in milliseconds.' })
  latencyMs!: number;
}
