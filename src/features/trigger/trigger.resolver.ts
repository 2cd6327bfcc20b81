import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import { PageInput } from '../../graphql/page-type.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { TriggerSets } from './trigger-sets.ts';
import { testTriggers } from './trigger-test.ts';
import type { TriggerService } from './trigger.service.ts';
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
  private readonly service: TriggerService;
  private readonly sets: TriggerSets;
  private readonly model: LanguageModel | null;

  constructor(service: TriggerService, sets: TriggerSets, model: LanguageModel | null) {
    this.service = service;
    this.sets = sets;
    this.model = model;
  }

  @Query(() => TriggerPage, { description: 'Triggers in the order in which they are checked; 50 a page, at most 100.' })
  async triggers(
    @Ctx() context: RequestContext,
    @Arg('filter', () => TriggerFilter, { nullable: true, description: 'Which triggers; absent: all.' })
    filter: TriggerFilter | null,
    @Arg('page', () => PageInput, { nullable: true, description: 'Which part of the list.' }) page: PageInput | null,
  ): Promise<TriggerPage> {
    return this.service.list(context.viewer, filter ?? {}, page ?? {});
  }

  @Query(() => Trigger, { description: 'One trigger. BAD_REQUEST for a malformed id, NOT_FOUND for an unknown one.' })
  async trigger(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the trigger.' }) id: string,
  ): Promise<Trigger> {
    return this.service.get(context.viewer, id);
  }

  @Query(() => TriggerTest, {
    description:
      'Which triggers a message of at most 8,000 characters matches, in which order, and which are shadowed. Nothing is sent or stored.',
  })
  async testTrigger(
    @Ctx() context: RequestContext,
    @Arg('message', () => String, { description: 'What a visitor might say.' }) message: string,
  ): Promise<TriggerTest> {
    return testTriggers(context.viewer, this.sets, this.model, message, context.signal);
  }

  @Mutation(() => Trigger, {
    description: 'Creates a trigger. CONFLICT when a keyword trigger has that value already.',
  })
  async createTrigger(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreateTriggerInput, { description: 'The new trigger.' }) input: CreateTriggerInput,
  ): Promise<Trigger> {
    return this.service.create(context.viewer, input);
  }

  @Mutation(() => Trigger, {
    description:
      'Changes a trigger: what is absent stays, null clears or takes the default. CONFLICT when another keyword trigger has the value.',
  })
  async updateTrigger(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the trigger.' }) id: string,
    @Arg('input', () => UpdateTriggerInput, { description: 'What to change.' }) input: UpdateTriggerInput,
  ): Promise<Trigger> {
    return this.service.update(context.viewer, id, input);
  }

  @Mutation(() => Deleted, { description: 'Deletes a trigger. NOT_FOUND when there is none.' })
  async deleteTrigger(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the trigger.' }) id: string,
  ): Promise<Deleted> {
    await this.service.delete(context.viewer, id);
    return deleted(id);
  }
}
