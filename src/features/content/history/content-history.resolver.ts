import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { PageArg } from '../../../api/args.ts';
import type { RequestContext } from '../../../api/request-context.ts';
import { Cost, LOADER_POINTS, pageCost } from '../../../api/cost.ts';
import type { PageInput } from '../../../api/page.types.ts';
import { ExpectedRevisionArg } from '../../../api/resource.types.ts';
import { Scope } from '../../../api/scope.ts';
import { ContentItem } from '../content.types.ts';
import { type ContentHistoryService, VERSION_PAGES } from './content-history.service.ts';
import { ContentDifference, ContentVersion, ContentVersionPage } from './content-version.types.ts';

function ContentId(): ReturnType<typeof Arg> {
  return Arg('id', () => ID, { description: 'Id of the item.' });
}

@Resolver()
export class ContentHistoryResolver {
  private readonly history: ContentHistoryService;

  constructor(history: ContentHistoryService) {
    this.history = history;
  }

  @Scope('read')
  @Cost(pageCost(VERSION_PAGES))
  @Query(() => ContentVersionPage, {
    description:
      'Former versions of a content item, latest first, without the current one. Page size: default 50, maximum 100. Requires the scope `preview`. Errors as for `content`.',
  })
  contentVersions(
    @Ctx() context: RequestContext,
    @ContentId() id: string,
    @PageArg() page: PageInput | null,
  ): Promise<ContentVersionPage> {
    return this.history.list(context.viewer, id, page ?? {});
  }

  @Scope('read')
  @Query(() => ContentVersion, {
    description:
      'A version of a content item, the current one included. Requires the scope `preview`. NOT_FOUND for a revision that is not kept, or in which no content changed; otherwise errors as for `content`, by the access level of the version as well.',
  })
  contentVersion(
    @Ctx() context: RequestContext,
    @ContentId() id: string,
    @Arg('revision', () => Int, { nullable: true, description: 'Revision of the item; null is the current one.' })
    revision: number | null | undefined,
  ): Promise<ContentVersion> {
    return this.history.version(context.viewer, id, revision ?? null);
  }

  @Scope('read')
  @Cost(LOADER_POINTS)
  @Query(() => [ContentDifference], {
    description:
      'Values that differ between two versions of a content item, in the order of their paths. Requires the scope `preview`. Errors as for `contentVersion`.',
  })
  contentDifferences(
    @Ctx() context: RequestContext,
    @ContentId() id: string,
    @Arg('from', () => Int, { description: 'Revision of the first version.' }) from: number,
    @Arg('to', () => Int, { description: 'Revision of the second version.' }) to: number,
  ): Promise<ContentDifference[]> {
    return this.history.differences(context.viewer, id, [from, to]);
  }

  @Scope('write', 'author')
  @Mutation(() => ContentItem, {
    description:
      'Writes the values of a former version as a new one. The item keeps its externalId, slug, language, status, collection and position. NOT_FOUND for a revision that is not kept; BAD_REQUEST if the values do not fit the content type any more.',
  })
  restoreContentVersion(
    @Ctx() context: RequestContext,
    @ContentId() id: string,
    @Arg('revision', () => Int, { description: 'Revision of the version.' }) revision: number,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<ContentItem> {
    return this.history.restore(context.viewer, id, revision, expectedRevision);
  }
}
