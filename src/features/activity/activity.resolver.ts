import { Arg, Int, Query, Resolver } from 'type-graphql';
import { FilterArg, IdArg } from '../../api/args.ts';
import { Cost } from '../../api/cost.ts';
import { Scope } from '../../api/scope.ts';
import { ACTIVITY_PAGES, type ActivityService } from './activity.service.ts';
import { ActivityExport, ActivityFilter, ActivityPage } from './activity.types.ts';

@Resolver()
export class ActivityResolver {
  private readonly log: ActivityService;

  constructor(log: ActivityService) {
    this.log = log;
  }

  @Scope('admin', 'owner', 'siteId')
  @Cost({ page: { argument: 'limit', ...ACTIVITY_PAGES } })
  @Query(() => ActivityPage, {
    description:
      'The activity log of a site: who changed which resource, latest first. For one page at most 5,000 entries are compared with the filter. Requires the admin key or the role owner. NOT_FOUND for an unknown site.',
  })
  async activities(
    @IdArg('site', 'siteId') siteId: string,
    @FilterArg(ActivityFilter, 'all entries') filter: ActivityFilter | null,
    @Arg('limit', () => Int, {
      defaultValue: ACTIVITY_PAGES.default,
      description: 'Page size, at least 1; clamped to 100.',
    })
    limit: number | null,
    @Arg('after', () => String, { nullable: true, description: '`endCursor` of the previous page.' })
    after: string | null,
  ): Promise<ActivityPage> {
    return this.log.list(siteId, { filter: filter ?? {}, limit, after });
  }

  @Scope('admin', 'owner', 'siteId')
  @Cost(1_000)
  @Query(() => ActivityExport, {
    description:
      'The activity log of a site as CSV, latest first, up to 5,000 entries in one part. Requires the admin key or the role owner. NOT_FOUND for an unknown site.',
  })
  async exportActivities(
    @IdArg('site', 'siteId') siteId: string,
    @FilterArg(ActivityFilter, 'all entries') filter: ActivityFilter | null,
    @Arg('after', () => String, { nullable: true, description: '`endCursor` of the previous part.' })
    after: string | null,
  ): Promise<ActivityExport> {
    return this.log.export(siteId, filter ?? {}, after ?? null);
  }
}
