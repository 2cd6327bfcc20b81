import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { InputArg } from '../../api/args.ts';
import { loopScheduler } from '../../shared/loop-scheduler.ts';
import { addHeadingAnchor } from './heading-anchor.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, LOADER_POINTS } from '../../api/cost.ts';
import { GraphQLJSONObject } from '../../api/scalars.ts';
import { Scope } from '../../api/scope.ts';
import type { SearchService } from './search.service.ts';
import { SearchInput, SearchRanking, SearchResult, SearchResults, Snippet } from './search.types.ts';
import { highlight } from './snippet.ts';
import type { SourceLinks } from './source-links.service.ts';

const SNIPPET_LENGTH = { min: 40, defaultValue: 240, max: 2_000 };

@Resolver(() => SearchResult)
export class SearchResolver {
  private readonly searches: SearchService;
  private readonly links: SourceLinks;

  constructor(searches: SearchService, links: SourceLinks) {
    this.searches = searches;
    this.links = links;
  }

  @Scope('read')
  @Cost({ points: 5_000, page: { argument: 'input.maxResults', default: 10, max: 50 } })
  @Query(() => SearchResults, {
    description:
      'Searches the knowledge base for passages that the viewer can read. BAD_REQUEST with `details` for invalid input.',
  })
  async search(
    @Ctx() context: RequestContext,
    @InputArg(SearchInput, 'The search.') input: SearchInput,
  ): Promise<SearchResults> {
    return this.searches.search(context.viewer, input, context.signal);
  }

  @Cost(LOADER_POINTS)
  @FieldResolver(() => Snippet, { description: 'The part of the passage that is most relevant to the query.' })
  snippet(
    @Ctx() { viewer }: RequestContext,
    @Root() result: SearchResult,
    @Arg('maxLength', () => Int, {
      defaultValue: SNIPPET_LENGTH.defaultValue,
      description: 'Maximum length in UTF-16 units, clamped to 40 to 2,000.',
    })
    maxLength: number,
  ): Promise<Snippet> {
    const length = Math.min(Math.max(maxLength, SNIPPET_LENGTH.min), SNIPPET_LENGTH.max);
    return loopScheduler.runWhole(viewer.site.id, () => highlight(result.content, result.query, { maxLength: length }));
  }

  @Cost(LOADER_POINTS)
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Content items: URL of their page, as it was entered. Videos: URL that plays the video from the start of the passage on (`#t=` and seconds). Files: URL of the file, at the page of the passage if it has pages (`#page=` and its number). That of a restricted uploaded file is signed and expires. Null for documents, or if there is none.',
  })
  async url(@Ctx() { viewer }: RequestContext, @Root() result: SearchResult): Promise<string | null> {
    return this.links.findUrl(viewer, result);
  }

  @FieldResolver(() => SearchRanking, {
    nullable: true,
    description:
      'Why the passage has its rank. Null for API keys that have neither the scope write nor the scope preview.',
  })
  ranking(@Ctx() { viewer }: RequestContext, @Root() result: SearchResult): SearchRanking | null {
    const isPrivileged = viewer.key.scopes.some((scope) => scope === 'write' || scope === 'preview');
    return isPrivileged ? result.ranking : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Content items: `url` with the heading above the passage as its fragment, as GitHub and most generators of pages write it, or as it stands behind the heading (`{#id}`). Null without a heading or URL, or if `url` has a fragment.',
  })
  anchor(@Root() { url, section }: SearchResult): string | null {
    return addHeadingAnchor(url, section);
  }

  @Cost(LOADER_POINTS)
  @FieldResolver(() => GraphQLJSONObject, {
    description:
      'Metadata of the passage and its source: fileName, contentType, title, sourceId, section, page, startTime, endTime, type, slug, language, url, anchor, isPublished if it is false, and frontMatter: of the YAML before a Markdown text at most 50 keys whose values are scalars or lists of at most 100 scalars, with at most 1,000 characters each. Unknown values are omitted.',
  })
  async metadata(@Ctx() context: RequestContext, @Root() result: SearchResult): Promise<Record<string, unknown>> {
    const url = await this.url(context, result);
    const { fileName, contentType, title, sourceId, section, isPublished, frontMatter } = result;
    const { page, startTime, endTime, type, slug, language } = result;
    const details = { page, startTime, endTime, type, slug, language, url, anchor: this.anchor(result) };
    return {
      fileName,
      contentType,
      title,
      sourceId,
      ...(section.length > 0 ? { section } : {}),
      ...Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null)),
      ...(isPublished ? {} : { isPublished }),
      ...(frontMatter ? { frontMatter } : {}),
    };
  }
}
