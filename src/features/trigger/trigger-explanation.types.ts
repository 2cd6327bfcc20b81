import { Field, Float, ID, ObjectType } from 'type-graphql';
import { Cost } from '../../api/cost.ts';
import { createEnum } from '../../api/enum.ts';
import { Visible } from '../../api/visible.ts';
import { Trigger } from './trigger.types.ts';

export const MAX_TEST_MESSAGES = 10;
export const MAX_EXPLAINED_TRIGGERS = 50;
export const MAX_ALTERNATIVES = 20;

const TRIGGER_OUTCOMES = ['fires', 'shadowed', 'below-confidence', 'not-matched', 'disabled'] as const;
export type TriggerOutcome = (typeof TRIGGER_OUTCOMES)[number];

export const TriggerOutcomeEnum = createEnum(
  'TriggerOutcome',
  TRIGGER_OUTCOMES,
  'What a message does with a trigger: it fires, it matches but another one is used instead (shadowed), its intent is detected with too little confidence (below_confidence), its condition does not match (not_matched), or it is disabled.',
);

@Visible('site')
@ObjectType({
  description: 'An alternative of a keyword pattern: texts between two commas, joined by `+`.',
  simpleResolvers: true,
})
export class TriggerAlternative {
  @Field(() => Boolean, { description: 'Whether it is written as `[…]` and compared with the whole message.' })
  isWholeMessage!: boolean;

  @Field(() => Boolean, { description: 'Whether it matches, so that the trigger matches.' })
  isMatched!: boolean;

  @Field(() => [String], { description: 'The parts that the message has, as compared: in lower case.' })
  found!: string[];

  @Field(() => [String], { description: 'The parts that the message lacks.' })
  missing!: string[];
}

@Visible('site')
@ObjectType({ description: 'What a message does with a trigger, and why.', simpleResolvers: true })
export class TriggerExplanation {
  @Field(() => Trigger, { description: 'The trigger.' })
  trigger!: Trigger;

  @Field(() => TriggerOutcomeEnum, { description: 'What happens.' })
  outcome!: TriggerOutcome;

  @Field(() => ID, {
    nullable: true,
    description: 'Shadowed: id of the trigger that is used instead, which is checked earlier or skips the agent.',
  })
  shadowedById!: string | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Intents: confidence of the detection; null if this intent was not detected.',
  })
  confidence!: number | null;

  @Cost({ size: 4 })
  @Field(() => [TriggerAlternative], {
    description: 'Keywords: the alternatives of the pattern, those that match first, at most 20. Intents: none.',
  })
  alternatives!: TriggerAlternative[];
}

@Visible('part')
@ObjectType({ description: 'The intent that was detected in a message.', simpleResolvers: true })
export class TriggerDetection {
  @Field(() => String, { description: 'Name of the intent.' })
  name!: string;

  @Field(() => Float, { description: 'Confidence, 0 to 1.' })
  confidence!: number;
}

@Visible('site')
@ObjectType({ description: 'What a message does with the triggers of a site.', simpleResolvers: true })
export class MessageExplanation {
  @Field(() => String, { description: 'The message.' })
  message!: string;

  @Field(() => Boolean, { description: 'Whether the agent would be called.' })
  agentAnswers!: boolean;

  @Field(() => TriggerDetection, {
    nullable: true,
    description: 'The detected intent; null if there is none, or no model is configured.',
  })
  detected!: TriggerDetection | null;

  @Cost({ size: 50 })
  @Field(() => [TriggerExplanation], {
    description:
      'At most 50 triggers: those that match, then those of which a part matches, then the first of the list. With `ids`: these, in the order in which they are checked.',
  })
  triggers!: TriggerExplanation[];
}
