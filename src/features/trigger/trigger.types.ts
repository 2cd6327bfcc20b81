import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { createPageType } from '../../api/page.types.ts';
import { GraphQLJSONObject } from '../../api/scalars.ts';
import { CLIENT_ACTION_TYPES, type ClientActionType } from './client-action.ts';
import { TRIGGER_TYPES, type TriggerType } from './trigger.entity.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { Cost } from '../../api/cost.ts';
import { partialInput, requiredInput } from '../../api/input-of.ts';
import { RevisionFields } from '../../api/resource.types.ts';
import { Visible } from '../../api/visible.ts';
import { listBounds } from '../../shared/bounds.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { PATTERN_LENGTH } from './keyword-pattern.ts';

export const MAX_ACTIONS = 20;
const MAX_EXAMPLES = 50;
const MAX_PRIORITY = 1_000_000;

export const TriggerTypeEnum = createEnum(
  'TriggerType',
  TRIGGER_TYPES,
  'Type of a trigger: keyword, matched against the message before the agent answers, or intent, matched against the intent that the agent detects.',
);

export const ClientActionTypeEnum = createEnum(
  'ClientActionType',
  CLIENT_ACTION_TYPES,
  'Type of a client action, with the fields of its payload: navigate (route, params), open_url (url), open_content (contentId), play_video (videoId, timestamp), show_product (productId), add_to_cart (productId, quantity), open_modal (modalId, modalData), trigger_event (eventName, eventData), custom (customType, customData).',
);

/** The fields that every action has beside its type. */
@ObjectType({ simpleResolvers: true })
export abstract class ActionFields {
  @Field(() => GraphQLJSONObject, { description: 'Payload; its fields depend on the type.' })
  @Bounds({ maxJsonBytes: 16 * 1024 })
  payload!: Record<string, unknown>;

  @Field(() => Int, { nullable: true, description: 'Actions with a higher priority come first.' })
  priority?: number | null;

  @Field(() => String, { nullable: true, description: 'Label of a button.' })
  @Bounds({ maxLength: NAME_LENGTH })
  label?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the client runs the action without asking the user.' })
  immediate?: boolean | null;
}

@Visible('part')
@ObjectType({ description: 'An action for the client to carry out.', simpleResolvers: true })
export class ClientAction extends ActionFields {
  @Field(() => ClientActionTypeEnum, { description: 'Type of the action.' })
  type!: ClientActionType;
}

@InputType()
class PartialClientActionInput extends partialInput(ClientAction) {}

@InputType({ description: 'An action for the client to carry out.' })
export class ClientActionInput extends requiredInput(PartialClientActionInput, ['type', 'payload']) {}

@Visible('site')
@ObjectType('TriggerCondition', { description: 'Condition of a trigger.', simpleResolvers: true })
export class TriggerCondition {
  @Field(() => String, {
    description:
      'Keyword: a pattern of at most 2,000 characters; `,` separates alternatives, `+` joins words that must all occur, `[…]` matches the whole message. Intent: the intent name.',
  })
  @Bounds({ filled: true, blankMessage: 'is required', maxLength: PATTERN_LENGTH })
  value!: string;

  @Field(() => Float, { description: 'Intents: minimum confidence, 0 to 1. Default 0.7.' })
  @Bounds({ minimum: 0, maximum: 1 })
  confidence!: number;

  @Field(() => [String], { description: 'Intents: example messages, at most 50.' })
  @Bounds(listBounds(MAX_EXAMPLES, NAME_LENGTH))
  examples!: string[];
}

@InputType({ description: 'Changes to the condition of a trigger. Omitted fields keep their value.' })
export class UpdateTriggerConditionInput extends partialInput(TriggerCondition) {}

@InputType({ description: 'Condition of a trigger.' })
export class TriggerConditionInput extends requiredInput(UpdateTriggerConditionInput, ['value']) {}

@Visible('site')
@ObjectType({ description: 'Response of a trigger.', simpleResolvers: true })
export class TriggerResponse {
  @Field(() => String, {
    nullable: true,
    description:
      'Id of the content to open; adds an `open_content` action before the others. An empty string means none.',
  })
  @Bounds({ maxLength: NAME_LENGTH })
  contentId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Keyword: the answer if skipAgent is true, otherwise guidance for the agent. Intent: replaces the answer of the agent. At most 5,000 characters. Not the sentence of the agent that it found no answer.',
  })
  @Bounds({ informative: true, maxLength: DESCRIPTION_LENGTH })
  message!: string | null;
}

@InputType({ description: 'Response of a trigger.' })
export class TriggerResponseInput extends partialInput(TriggerResponse) {}

@Visible('site')
@ObjectType({ description: 'Options of a trigger.', simpleResolvers: true })
export class TriggerOptions {
  @Field(() => Boolean, { description: 'Whether the trigger answers without calling the agent. Default false.' })
  skipAgent!: boolean;

  @Field(() => Boolean, { description: 'Whether the answer has actions only, without a message. Default false.' })
  actionsOnly!: boolean;

  @Field(() => Int, {
    description: 'Triggers with a higher priority are checked first, equal ones by age, oldest first. Default 0.',
  })
  @Bounds({ minimum: -MAX_PRIORITY, maximum: MAX_PRIORITY })
  priority!: number;
}

@InputType({ description: 'Options of a trigger. Omitted fields keep their value, or get the default on create.' })
export class TriggerOptionsInput extends partialInput(TriggerOptions) {}

@Visible('site')
@ObjectType({ description: 'A rule that answers a message or adds actions to the answer.', simpleResolvers: true })
export class Trigger extends RevisionFields {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => TriggerTypeEnum, { description: 'Type of the trigger.' })
  type!: TriggerType;

  @Field(() => TriggerCondition, { description: 'Condition of the trigger.' })
  @Bounds({ filled: true })
  trigger!: TriggerCondition;

  @Field(() => TriggerResponse, { description: 'Response of the trigger.' })
  response!: TriggerResponse;

  @Cost({ size: 3 })
  @Field(() => [ClientAction], {
    description: 'Actions for the client, at most 20. A change replaces all of them.',
  })
  @Bounds({ maxItems: MAX_ACTIONS })
  actions!: ClientAction[];

  @Field(() => TriggerOptions, { description: 'Options of the trigger.' })
  options!: TriggerOptions;

  @Field(() => Boolean, { description: 'Whether the trigger is active. Default true.' })
  enabled!: boolean;

  @Field(() => [String], { description: 'Tags, at most 200.' })
  @Bounds(listBounds(LIST_LENGTH, LABEL_LENGTH))
  tags!: string[];
}

@ObjectType({ description: 'A page of triggers, in the order in which they are checked.', simpleResolvers: true })
export class TriggerPage extends createPageType(Trigger) {}

@InputType({ description: 'Changes to a trigger. Omitted fields keep their value; null clears.' })
export class UpdateTriggerInput extends partialInput(Trigger, {
  omit: ['id', 'type', 'createdAt', 'updatedAt', 'revision'],
  inputs: {
    trigger: UpdateTriggerConditionInput,
    response: TriggerResponseInput,
    actions: ClientActionInput,
    options: TriggerOptionsInput,
  },
}) {}

@InputType({ description: 'A new trigger.' })
export class CreateTriggerInput extends partialInput(UpdateTriggerInput, { omit: ['trigger'] }) {
  @Field(() => TriggerTypeEnum, { description: 'Type of the trigger.' })
  type!: TriggerType;

  /** Nullable, so that a missing value gets the error text of the interface: `trigger.value is required`. */
  @Field(() => TriggerConditionInput, { nullable: true, description: 'Condition of the trigger. Required.' })
  @Bounds({ required: true })
  trigger?: TriggerConditionInput | null;
}

@InputType({ description: 'Filter of a list of triggers; all conditions must hold.' })
export class TriggerFilter {
  @Field(() => TriggerTypeEnum, { nullable: true, description: 'Type of the triggers.' })
  type?: TriggerType | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the triggers are enabled.' })
  enabled?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Exact tag.' })
  tag?: string | null;
}

@Visible('site')
@ObjectType({ description: 'A trigger that matches the message.', simpleResolvers: true })
export class TriggerTestMatch {
  @Field(() => Trigger, { description: 'The trigger.' })
  trigger!: Trigger;

  @Field(() => String, { description: '`pre-agent` for keywords, `post-agent` for intents.' })
  phase!: string;

  @Field(() => Float, { nullable: true, description: 'Intents: confidence of the detection.' })
  confidence!: number | null;

  @Field(() => Boolean, {
    description:
      'Whether another trigger is used instead, because it is checked earlier in the same phase or skips the agent.',
  })
  shadowed!: boolean;
}

@Visible('site')
@ObjectType({ description: 'Result of testing a message against the triggers.', simpleResolvers: true })
export class TriggerTest {
  @Cost({ size: 10 })
  @Field(() => [TriggerTestMatch], { description: 'All matches, in the order in which they are checked.' })
  matches!: TriggerTestMatch[];

  @Field(() => Boolean, { description: 'Whether the agent would be called.' })
  agentAnswers!: boolean;
}
