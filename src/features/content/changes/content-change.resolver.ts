import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../api/request-context.ts';
import { Cost, LOADER_POINTS } from '../../../api/cost.ts';
import { Scope } from '../../../api/scope.ts';
import { contentById, redactFor } from '../content.rows.ts';
import { ContentItem } from '../content.types.ts';
import { CHANGE_PAGES, type ContentChangeService } from './content-change.service.ts';
import { ChangedContent, ChangedContentPage } from './content-change.types.ts';

@Resolver(() => ChangedContent)
export class ContentChangeResolver {
  private readonly changes: ContentChangeService;

  constructor(changes: ContentChangeService) {
    this.changes = changes;
  }

  @Scope('read')
  @Cost({ page: { argument: 'limit', ...CHANGE_PAGES } })
  @Query(() => ChangedContentPage, {
    description:
      'Content items that have changed since a cursor, each with its latest change, in the order of the changes and without gaps: a consumer that follows the cursors has a copy of what it can read. Without `since`, every item that the viewer can read. A change is given once every transaction that began before it has ended, usually at once.',
  })
  contentChanges(
    @Ctx() context: RequestContext,
    @Arg('since', () => String, {
      nullable: true,
      description:
        'The `cursor` of the previous call. BAD_REQUEST, which means to begin again without it, if it is older than 90 days, of another site, of a database before a restore, or of a caller with other rights.',
    })
    since: string | null,
    @Arg('limit', () => Int, {
      defaultValue: CHANGE_PAGES.default,
      description: 'Maximum number of changes, at least 1; clamped to 500.',
    })
    limit: number | null,
    @Arg('wait', () => Int, {
      defaultValue: 0,
      description:
        'Seconds to wait for a change if there is none, at least 0; clamped to 20. At most 20 calls of a site wait on an instance at a time: RATE_LIMITED.',
    })
    wait: number | null,
  ): Promise<ChangedContentPage> {
    return this.changes.list(context.viewer, { since, limit, wait, signal: context.signal });
  }

  @Cost(LOADER_POINTS)
  @FieldResolver(() => ContentItem, {
    nullable: true,
    description:
      'The item as it is now; null for `deleted`, and if the item was deleted or hidden since, which a later change then says.',
  })
  async item(@Root() { id, change }: ChangedContent, @Ctx() { viewer }: RequestContext): Promise<ContentItem | null> {
    if (change === 'deleted') return null;
    // A copy of the site is one of what is live.
    const row = await viewer.liveViewer.loader(contentById).load(id);
    return row && redactFor(viewer.liveViewer.entitlement, row);
  }
}
