import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { pageOf } from '../../graphql/page-type.ts';
import { DateTime, GraphQLJSONObject } from '../../graphql/scalars.ts';
import { CLIENT_ACTION_TYPES } from './client-action.ts';
import type { ClientActionType } from './client-action.ts';
import { TRIGGER_TYPES } from './trigger.entity.ts';
import type { TriggerType } from './trigger.entity.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { listOf } from '../../shared/bounds.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { PATTERN_LENGTH } from './keyword-pattern.ts';

export const MAX_ACTIONS = 20;
const MAX_EXAMPLES = 50;
const MAX_PRIORITY = 1_000_000;

export const TriggerTypeEnum = enumOf(TRIGGER_TYPES);
registerEnumType(TriggerTypeEnum, {
  name: 'TriggerType',
  description: 'Matched against the words of the message before the agent answers, or against the intent it detects.',
});

export const ClientActionTypeEnum = enumOf(CLIENT_ACTION_TYPES);
registerEnumType(ClientActionTypeEnum, {
  name: 'ClientActionType',
  description:
    'What the client does, with the fields of its payload: navigate (route, params), open_url (url), open_content (contentId), play_video (videoId, timestamp), show_product (productId), add_to_cart (productId, quantity), open_modal (modalId, modalData), trigger_event (eventName, eventData), custom (customType, customData).',
});

@ObjectType('ClientAction', { description: 'Something that the client is asked to do.', simpleResolvers: true })
export class ClientActionGraphQL {
  @Field(() => ClientActionTypeEnum, { description: 'What to do.' })
  type!: ClientActionType;

  @Field(() => GraphQLJSONObject, { description: 'With what; the fields depend on the type.' })
  payload!: Record<string, unknown>;

  @Field(() => Int, { nullable: true, description: 'Higher comes first.' })
  priority?: number | null;

  @Field(() => String, { nullable: true, description: 'Text of a button.' })
  label?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Do it without asking the visitor.' })
  immediate?: boolean | null;
}

@InputType({ description: 'Something that the client is asked to do.' })
export class ClientActionInput {
  @Field(() => ClientActionTypeEnum, { description: 'What to do.' })
  type!: ClientActionType;

  @Field(() => GraphQLJSONObject, { description: 'With what, at most 16 kB; the fields depend on the type.' })
  @Bounds({ maxJsonBytes: 16 * 1024 })
  payload!: Record<string, unknown>;

  @Field(() => Int, { nullable: true, description: 'Higher comes first.' })
  priority?: number | null;

  @Field(() => String, { nullable: true, description: 'Text of a button, at most 300 characters.' })
  @Bounds({ maxLength: NAME_LENGTH })
  label?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Do it without asking the visitor.' })
  immediate?: boolean | null;
}

@ObjectType('TriggerCondition', { description: 'When a trigger fires.', simpleResolvers: true })
export class TriggerCondition {
  @Field(() => String, { description: 'Keyword pattern (`word`, `[word]`, `a+b`, `a,b,c`) or name of an intent.' })
  value!: string;

  @Field(() => Float, { description: 'Intents: least confidence, 0 to 1.' })
  confidence!: number;

  @Field(() => [String], { description: 'Intents: what visitors say who have it.' })
  examples!: string[];
}

@InputType({ description: 'When a trigger fires.' })
export class TriggerConditionInput {
  @Field(() => String, {
    description:
      'Keyword: a pattern of at most 2,000 characters; `,` separates alternatives, `+` joins what must all be there, `[…]` is the whole message. Intent: its name.',
  })
  @Bounds({ filled: true, maxLength: PATTERN_LENGTH })
  value!: string;

  @Field(() => Float, { nullable: true, description: 'Intents: least confidence, 0 to 1. Default 0.7.' })
  @Bounds({ minimum: 0, maximum: 1 })
  confidence?: number | null;

  @Field(() => [String], { nullable: true, description: 'Intents: what visitors say who have it, at most 50.' })
  @Bounds(listOf(MAX_EXAMPLES, NAME_LENGTH))
  examples?: string[] | null;
}

@InputType({ description: 'When a trigger fires: what is absent stays.' })
export class UpdateTriggerConditionInput {
  @Field(() => String, { nullable: true, description: 'Keyword pattern or name of an intent.' })
  @Bounds({ filled: true, blankMessage: 'is required', maxLength: PATTERN_LENGTH })
  value?: string | null;

  @Field(() => Float, { nullable: true, description: 'Intents: least confidence, 0 to 1. Default 0.7.' })
  @Bounds({ minimum: 0, maximum: 1 })
  confidence?: number | null;

  @Field(() => [String], { nullable: true, description: 'Intents: what visitors say who have it, at most 50.' })
  @Bounds(listOf(MAX_EXAMPLES, NAME_LENGTH))
  examples?: string[] | null;
}

@ObjectType({ description: 'What a trigger answers.', simpleResolvers: true })
export class TriggerResponse {
  @Field(() => String, { nullable: true, description: 'Content that is opened.' })
  contentId!: string | null;

  @Field(() => String, { nullable: true, description: 'What is said.' })
  message!: string | null;
}

@InputType({ description: 'What a trigger answers.' })
export class TriggerResponseInput {
  @Field(() => String, {
    nullable: true,
    description: 'Content that is opened: an `open_content` action is put first. An empty text is none.',
  })
  @Bounds({ maxLength: NAME_LENGTH })
  contentId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'With skipAgent the answer; else guidance for the agent. For intents: in place of the answer. At most 5,000 characters.',
  })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  message?: string | null;
}

@ObjectType({ description: 'How a trigger takes part in the answer.', simpleResolvers: true })
export class TriggerOptions {
  @Field(() => Boolean, { description: 'Answers without the agent.' })
  skipAgent!: boolean;

  @Field(() => Boolean, { description: 'Answers with actions and no message.' })
  actionsOnly!: boolean;

  @Field(() => Int, { description: 'Higher is checked first; of equals the older one.' })
  priority!: number;
}

@InputType({ description: 'How a trigger takes part in the answer; what is absent stays or takes its default.' })
export class TriggerOptionsInput {
  @Field(() => Boolean, { nullable: true, description: 'Default false.' })
  skipAgent?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default false.' })
  actionsOnly?: boolean | null;

  @Field(() => Int, { nullable: true, description: 'Default 0.' })
  @Bounds({ minimum: -MAX_PRIORITY, maximum: MAX_PRIORITY })
  priority?: number | null;
}

@ObjectType({ description: 'A rule that answers a message, or adds actions to the answer.', simpleResolvers: true })
export class Trigger {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => TriggerTypeEnum, { description: 'What it is matched against.' })
  type!: TriggerType;

  @Field(() => TriggerCondition, { description: 'When it fires.' })
  trigger!: TriggerCondition;

  @Field(() => TriggerResponse, { description: 'What it answers.' })
  response!: TriggerResponse;

  @Field(() => [ClientActionGraphQL], { description: 'What the client is asked to do.' })
  actions!: ClientActionGraphQL[];

  @Field(() => TriggerOptions, { description: 'How it takes part in the answer.' })
  options!: TriggerOptions;

  @Field(() => Boolean, { description: 'Whether it is matched at all.' })
  enabled!: boolean;

  @Field(() => [String], { description: 'Tags to find it by.' })
  tags!: string[];

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of triggers, in the order in which they are checked.', simpleResolvers: true })
export class TriggerPage extends pageOf(Trigger) {}

@InputType({ description: 'A new trigger.' })
export class CreateTriggerInput {
  @Field(() => TriggerTypeEnum, { description: 'What it is matched against.' })
  type!: TriggerType;

  /** Nullable, so that its absence is refused in the words of the interface: `trigger.value is required`. */
  @Field(() => TriggerConditionInput, { nullable: true, description: 'When it fires. Required.' })
  @Bounds({ required: true })
  trigger?: TriggerConditionInput | null;

  @Field(() => TriggerResponseInput, { nullable: true, description: 'What it answers.' })
  response?: TriggerResponseInput | null;

  @Field(() => [ClientActionInput], { nullable: true, description: 'What the client is asked to do, at most 20.' })
  @Bounds({ maxItems: MAX_ACTIONS })
  actions?: ClientActionInput[] | null;

  @Field(() => TriggerOptionsInput, { nullable: true, description: 'How it takes part in the answer.' })
  options?: TriggerOptionsInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Default true.' })
  enabled?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'At most 200.' })
  @Bounds(listOf(LIST_LENGTH, LABEL_LENGTH))
  tags?: string[] | null;
}

@InputType({ description: 'What to change of a trigger: what is absent stays, null clears.' })
export class UpdateTriggerInput {
  @Field(() => UpdateTriggerConditionInput, { nullable: true, description: 'When it fires.' })
  @Bounds({ filled: true })
  trigger?: UpdateTriggerConditionInput | null;

  @Field(() => TriggerResponseInput, { nullable: true, description: 'What it answers.' })
  response?: TriggerResponseInput | null;

  @Field(() => [ClientActionInput], { nullable: true, description: 'All its actions, at most 20.' })
  @Bounds({ maxItems: MAX_ACTIONS })
  actions?: ClientActionInput[] | null;

  @Field(() => TriggerOptionsInput, { nullable: true, description: 'How it takes part in the answer.' })
  options?: TriggerOptionsInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is matched at all.' })
  enabled?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'At most 200.' })
  @Bounds(listOf(LIST_LENGTH, LABEL_LENGTH))
  tags?: string[] | null;
}

@InputType({ description: 'Which triggers a list has.' })
export class TriggerFilter {
  @Field(() => TriggerTypeEnum, { nullable: true, description: 'Only of this type.' })
  type?: TriggerType | null;

  @Field(() => Boolean, { nullable: true, description: 'Only enabled, or only disabled ones.' })
  enabled?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Only with this very tag.' })
  tag?: string | null;
}

@ObjectType({ description: 'A trigger that a message matches.', simpleResolvers: true })
export class TriggerTestMatch {
  @Field(() => Trigger, { description: 'The trigger.' })
  trigger!: Trigger;

  @Field(() => String, { description: '`pre-agent` for keywords, `post-agent` for intents.' })
  phase!: string;

  @Field(() => Float, { nullable: true, description: 'Intents: how sure the detection is.' })
  confidence!: number | null;

  @Field(() => Boolean, {
    description: 'It matches, but one before it in its phase fires instead, or a keyword trigger leaves the agent out.',
  })
  shadowed!: boolean;
}

@ObjectType({ description: 'What a message would set off.', simpleResolvers: true })
export class TriggerTest {
  @Field(() => [TriggerTestMatch], { description: 'Every match in the order in which it is checked.' })
  matches!: TriggerTestMatch[];

  @Field(() => Boolean, { description: 'Whether the agent would answer at all.' })
  agentAnswers!: boolean;
}
