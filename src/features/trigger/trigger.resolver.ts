import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { FilterArg, IdArg, InputArg, PageArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, pageCost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import type { PageInput } from '../../api/page.types.ts';
import { ExpectedRevisionArg } from '../../api/resource.types.ts';
import { Scope } from '../../api/scope.ts';
import type { LanguageModels } from '../site/own-models.service.ts';
import type { TriggerSets } from './trigger-sets.ts';
import { explainTriggers } from './trigger-explanation.ts';
import { MessageExplanation } from './trigger-explanation.types.ts';
import { reportTriggers } from './trigger-report.ts';
import { TriggerReport } from './trigger-report.types.ts';
import { testTriggers } from './trigger-test.ts';
import {
  TRIGGER_PAGES,
  createTrigger,
  deleteTrigger,
  getTrigger,
  listTriggers,
  updateTrigger,
} from './trigger.service.ts';
import {
  CreateTriggerInput,
  Trigger,
  TriggerFilter,
  TriggerPage,
  TriggerTest,
  UpdateTriggerInput,
} from './trigger.types.ts';

@Resolver()
export class TriggerResolver {
  private readonly sets: TriggerSets;
  private readonly models: LanguageModels;

  constructor(sets: TriggerSets, models: LanguageModels) {
    this.sets = sets;
    this.models = models;
  }

  @Scope('read')
  @Cost(pageCost(TRIGGER_PAGES))
  @Query(() => TriggerPage, {
    description: 'Triggers in the order in which they are checked. Page size: default 50, maximum 100.',
  })
  async triggers(
    @Ctx() context: RequestContext,
    @FilterArg(TriggerFilter, 'all triggers') filter: TriggerFilter | null,
    @PageArg() page: PageInput | null,
  ): Promise<TriggerPage> {
    return listTriggers(context.viewer, filter ?? {}, page ?? {});
  }

  @Scope('read')
  @Query(() => Trigger, { description: 'A trigger. BAD_REQUEST for a malformed id, NOT_FOUND for an unknown id.' })
  async trigger(@Ctx() context: RequestContext, @IdArg('trigger') id: string): Promise<Trigger> {
    return getTrigger(context.viewer, id);
  }

  @Scope('read')
  @Cost(5_000)
  @Query(() => TriggerTest, {
    description:
      'The triggers that a message of at most 8,000 characters matches, in the order in which they are checked, without sending or storing anything.',
  })
  async testTrigger(
    @Ctx() context: RequestContext,
    @Arg('message', () => String, { description: 'Message of a user.' }) message: string,
  ): Promise<TriggerTest> {
    const { viewer, signal } = context;
    return testTriggers(viewer, this.sets, await this.models.findModel(viewer), message, signal);
  }

  @Scope('read')
  @Cost({ points: 50_000, size: 10 })
  @Query(() => [MessageExplanation], {
    description:
      'For each of at most 10 messages which trigger fires, which ones are shadowed by it, and what the others lack. The messages before one are its conversation, as the intent is detected in them. The page and other context of a chat never change what matches. Sends and stores nothing. BAD_REQUEST for more than 10 messages or 50 ids.',
  })
  async explainTriggers(
    @Ctx() context: RequestContext,
    @Arg('messages', () => [String], { description: 'Messages of a user, each of at most 8,000 characters.' })
    messages: string[],
    @Arg('ids', () => [ID], {
      nullable: true,
      description: 'The triggers to explain, at most 50. Default: those that the message comes closest to.',
    })
    ids: string[] | null,
  ): Promise<MessageExplanation[]> {
    const { viewer, signal } = context;
    return explainTriggers(viewer, this.sets, await this.models.findModel(viewer), { messages, ids, signal });
  }

  @Scope('read')
  @Cost(20_000)
  @Query(() => TriggerReport, {
    description:
      'The triggers that never fire, because they are disabled or others are always used instead, and those that do nothing when they fire.',
  })
  async triggerReport(@Ctx() context: RequestContext): Promise<TriggerReport> {
    return reportTriggers(context.viewer, this.sets, this.models.has(context.viewer.site));
  }

  @Scope('write')
  @Mutation(() => Trigger, {
    description: 'Creates a trigger. CONFLICT if another keyword trigger has the same value.',
  })
  async createTrigger(
    @Ctx() context: RequestContext,
    @InputArg(CreateTriggerInput, 'The new trigger.', { collects: true }) input: CreateTriggerInput,
  ): Promise<Trigger> {
    return createTrigger(context.viewer, input);
  }

  @Scope('write')
  @Mutation(() => Trigger, {
    description:
      'Updates a trigger. Omitted fields keep their value; null clears or restores the default. CONFLICT if another keyword trigger has the same value.',
  })
  async updateTrigger(
    @Ctx() context: RequestContext,
    @IdArg('trigger') id: string,
    @InputArg(UpdateTriggerInput, 'Fields to change.', { collects: true }) input: UpdateTriggerInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Trigger> {
    return updateTrigger(context.viewer, id, input, expectedRevision);
  }

  @Scope('write')
  @Mutation(() => DeletionResult, { description: 'Deletes a trigger. NOT_FOUND for an unknown id.' })
  async deleteTrigger(
    @Ctx() context: RequestContext,
    @IdArg('trigger') id: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<DeletionResult> {
    await deleteTrigger(context.viewer, id, expectedRevision);
    return toDeletionResult(id);
  }
}
