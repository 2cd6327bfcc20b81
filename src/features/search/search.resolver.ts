import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Cost, LOADED } from '../../graphql/cost.ts';
import { GraphQLJSONObject } from '../../graphql/scalars.ts';
import { Scope } from '../../graphql/scopes.ts';
import type { VideoLinks } from '../video/video-links.service.ts';
import type { SearchService } from './search.service.ts';
import { SearchInput, SearchResult, SearchResults, Snippet } from './search.types.ts';
import { highlight } from './snippet.ts';

const SNIPPET_LENGTH = { min: 40, defaultValue: 240, max: 2_000 };

@Resolver(() => SearchResult)
export class SearchResolver {
  private readonly searches: SearchService;
  private readonly videoLinks: VideoLinks;

  constructor(searches: SearchService, videoLinks: VideoLinks) {
    this.searches = searches;
    this.videoLinks = videoLinks;
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

  @Cost(LOADED)
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Content items: URL of their page, as it was entered. Videos: URL that plays the video from the start of the passage on (`#t=` and seconds); that of a restricted uploaded file is signed and expires. Null for other sources, or if there is none.',
  })
  async url(@Ctx() { viewer }: RequestContext, @Root() result: SearchResult): Promise<string | null> {
    const { source, sourceId, startTime, url } = result;
    return source === 'video' ? this.videoLinks.urlAt(viewer, sourceId, startTime ?? 0) : url;
  }

  @Cost(LOADED)
  @FieldResolver(() => GraphQLJSONObject, {
    description:
      'Metadata of the passage and its source: fileName, contentType, title, sourceId, section, page, startTime, endTime, type, slug, language, url, and isPublished if it is false; unknown values are omitted.',
  })
  async metadata(@Ctx() context: RequestContext, @Root() result: SearchResult): Promise<Record<string, unknown>> {
    const url = await this.url(context, result);
    const { fileName, contentType, title, sourceId, section, isPublished } = result;
    const { page, startTime, endTime, type, slug, language } = result;
    const known = { page, startTime, endTime, type, slug, language, url };
    return {
      fileName,
      contentType,
      title,
      sourceId,
      ...(section.length > 0 ? { section } : {}),
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
      ...(isPublished ? {} : { isPublished }),
    };
  }
}
