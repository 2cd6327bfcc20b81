import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Cost, LOADED } from '../../graphql/cost.ts';
import { GraphQLJSONObject } from '../../graphql/scalars.ts';
import { Scope } from '../../graphql/scopes.ts';
import type { SearchService } from './search.service.ts';
import { SearchInput, SearchResult, SearchResults, Snippet } from './search.types.ts';
import { highlight } from './snippet.ts';

const SNIPPET_LENGTH = { min: 40, defaultValue: 240, max: 2_000 };

@Resolver(() => SearchResult)
export class SearchResolver {
  private readonly searches: SearchService;

  constructor(searches: SearchService) {
    this.searches = searches;
  }

  @Scope('read')
  @Cost({ points: 5_000, page: { argument: 'input.maxResults', default: 10, max: 50 } })
  @Query(() => SearchResults, {
    description:
      'Searches the knowledge base for passages that the viewer can read. BAD_REQUEST with `details` for invalid input.',
  })
  async search(
    @Ctx() context: RequestContext,
    @Arg('input', () => SearchInput, { description: 'The search.' }) input: SearchInput,
  ): Promise<SearchResults> {
    return this.searches.search(context.viewer, input, context.signal);
  }

  @Cost(LOADED)
  @FieldResolver(() => Snippet, { description: 'The part of the passage that is most relevant to the query.' })
  snippet(
    @Root() result: SearchResult,
    @Arg('maxLength', () => Int, {
      defaultValue: SNIPPET_LENGTH.defaultValue,
      description: 'Maximum length in UTF-16 units, clamped to 40 to 2,000.',
    })
    maxLength: number,
  ): Snippet {
    const length = Math.min(Math.max(maxLength, SNIPPET_LENGTH.min), SNIPPET_LENGTH.max);
    return highlight(result.content, result.query, { maxLength: length });
  }

  @FieldResolver(() => GraphQLJSONObject, {
    description: 'Metadata of the passage and its source; unknown values are omitted.',
  })
  metadata(@Root() result: SearchResult): Record<string, unknown> {
    const { fileName, contentType, title, sourceId, section, page, startTime, endTime } = result;
    return {
      fileName,
      contentType,
      title,
      sourceId,
      ...(section.length > 0 ? { section } : {}),
      ...(page === null ? {} : { page }),
      ...(startTime === null ? {} : { startTime }),
      ...(endTime === null ? {} : { endTime }),
    };
  }
}
