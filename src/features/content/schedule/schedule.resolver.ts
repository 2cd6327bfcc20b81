import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { IdArg, InputArg, PageArg } from '../../../api/args.ts';
import type { RequestContext } from '../../../api/request-context.ts';
import { Cost, LOADER_POINTS, pageCost } from '../../../api/cost.ts';
import type { PageInput } from '../../../api/page.types.ts';
import { ExpectedRevisionArg } from '../../../api/resource.types.ts';
import { DateTime } from '../../../api/scalars.ts';
import { Scope } from '../../../api/scope.ts';
import { ContentItem } from '../content.types.ts';
import { SCHEDULE_PAGES, type ScheduleService, scheduleByItem } from './schedule.service.ts';
import { ContentSchedule, ScheduleContentInput, ScheduledContentPage } from './schedule.types.ts';

@Resolver(() => ContentItem)
export class ScheduleResolver {
  private readonly schedules: ScheduleService;

  constructor(schedules: ScheduleService) {
    this.schedules = schedules;
  }

  @Cost(LOADER_POINTS)
  @FieldResolver(() => ContentSchedule, {
    nullable: true,
    description:
      'When the item is published and unpublished. Null if nothing is scheduled, and for keys without the scope `preview`.',
  })
  schedule(@Root() item: ContentItem, @Ctx() context: RequestContext): Promise<ContentSchedule | null> {
    return context.viewer.loader(scheduleByItem).load(item.id);
  }

  @Scope('read')
  @Cost(pageCost(SCHEDULE_PAGES))
  @Query(() => ScheduledContentPage, {
    description:
      'What is scheduled for the content items that the viewer can read, and what could not be done, in the order of time. Page size: default 50, maximum 100. Requires the scope `preview`.',
  })
  scheduledContents(
    @Ctx() context: RequestContext,
    @Arg('from', () => DateTime, { nullable: true, description: 'Start of the period (inclusive). Default: any time.' })
    from: Date | null,
    @Arg('to', () => DateTime, { nullable: true, description: 'End of the period (exclusive). Default: any time.' })
    to: Date | null,
    @Arg('failed', () => Boolean, {
      defaultValue: false,
      description: 'Whether only what could not be done is listed.',
    })
    failed: boolean,
    @PageArg() page: PageInput | null,
  ): Promise<ScheduledContentPage> {
    return this.schedules.list(context.viewer, { from, to, failed }, page ?? {});
  }

  @Scope('write')
  @Mutation(() => ContentSchedule, {
    description:
      'Schedules when a content item is published and when it becomes a draft again, at most 5 s late, or cancels that. BAD_REQUEST for a time that is past, more than 5 years ahead or in the wrong order, and above 10,000 scheduled changes of a site.',
  })
  scheduleContent(
    @Ctx() context: RequestContext,
    @IdArg('item') id: string,
    @InputArg(ScheduleContentInput, 'The times.') input: ScheduleContentInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<ContentSchedule> {
    return this.schedules.schedule(context.viewer, id, input, expectedRevision);
  }
}
