import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Cost } from '../../api/cost.ts';
import { createEnum } from '../../api/enum.ts';
import { Visible } from '../../api/visible.ts';
import { Trigger } from './trigger.types.ts';

export const MAX_PROBLEMS = 200;

const TRIGGER_PROBLEMS = ['disabled', 'covered', 'no-effect', 'missing-target'] as const;
export type TriggerProblemKind = (typeof TRIGGER_PROBLEMS)[number];

export const TriggerProblemKindEnum = createEnum(
  'TriggerProblemKind',
  TRIGGER_PROBLEMS,
  'Why a trigger never fires or does nothing: it is disabled; triggers that are checked earlier match every message that it matches (covered); it has neither a message nor an action (no_effect); content or a video that it opens does not exist or is not published (missing_target).',
);

@Visible('site')
@ObjectType({ description: 'A trigger that never fires or does nothing.', simpleResolvers: true })
export class TriggerProblem {
  @Field(() => Trigger, { description: 'The trigger.' })
  trigger!: Trigger;

  @Field(() => TriggerProblemKindEnum, { description: 'The problem.' })
  kind!: TriggerProblemKind;

  @Field(() => Boolean, { description: 'Whether the trigger never fires; otherwise it fires without an effect.' })
  neverFires!: boolean;

  @Cost({ size: 1 })
  @Field(() => [Trigger], { description: 'Covered: the triggers that are used instead, at most 20.' })
  coveredBy!: Trigger[];

  @Field(() => [ID], { description: 'Missing target: the ids that the trigger names.' })
  missing!: string[];
}

@Visible('site')
@ObjectType({ description: 'The triggers of a site that never fire or do nothing.', simpleResolvers: true })
export class TriggerReport {
  @Field(() => Int, { description: 'Number of triggers that were examined.' })
  checked!: number;

  @Field(() => Boolean, {
    description: 'Whether all triggers were compared with all others; false if that would take more than two seconds.',
  })
  isComplete!: boolean;

  @Field(() => Boolean, { description: 'Whether the agent is configured; otherwise no trigger fires.' })
  isAgentConfigured!: boolean;

  @Field(() => Int, { description: 'Number of problems.' })
  total!: number;

  @Cost({ size: 20 })
  @Field(() => [TriggerProblem], { description: 'The first 200 problems, in the order in which triggers are checked.' })
  problems!: TriggerProblem[];
}
