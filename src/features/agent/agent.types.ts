import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { GraphQLJSON } from '../../api/scalars.ts';
import { type SearchPart, SearchPartEnum } from '../search/search.types.ts';
import { TriggerDetection } from '../trigger/trigger-explanation.types.ts';
import { ActionFields, TriggerTypeEnum } from '../trigger/trigger.types.ts';
import { CLIENT_ACTION_TYPES } from '../trigger/client-action.ts';
import type { TriggerType } from '../trigger/trigger.entity.ts';
import { Cost } from '../../api/cost.ts';
import { Visible } from '../../api/visible.ts';
import { Citation } from './citation/citation.types.ts';

export const TRIGGER_PHASES = ['pre-agent', 'post-agent'] as const;
export type TriggerPhase = (typeof TRIGGER_PHASES)[number];
export const TriggerPhaseEnum = createEnum(
  'TriggerPhase',
  TRIGGER_PHASES,
  'Phase of a trigger match: before or after the agent answers.',
);

@Visible('part')
@ObjectType({ description: 'A call of a webhook tool.', simpleResolvers: true })
export class ChatToolCall {
  @Field(() => String, { description: 'Name of the tool.' })
  name!: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Input that the agent passed to the tool.' })
  input!: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Output of the tool; `{error}` if the call failed.' })
  output!: unknown;
}

export const CHAT_ACTION_TYPES = [...CLIENT_ACTION_TYPES, 'confirm'] as const;
export type ChatActionType = (typeof CHAT_ACTION_TYPES)[number];
const ChatActionTypeEnum = createEnum(
  'ChatActionType',
  CHAT_ACTION_TYPES,
  'A ClientActionType, or confirm with the payload fields token, tool, description, input and expiresAt: the client shows the tool call to the user and sends the decision as `confirmation` with the next message.',
);

@Visible('part')
@ObjectType({ description: 'An action for the client to carry out.', simpleResolvers: true })
export class ChatAction extends ActionFields {
  @Field(() => ChatActionTypeEnum, { description: 'Type of the action.' })
  type!: ChatActionType;
}

@ObjectType({
  description: 'The intent of the message, one of those that intent triggers define.',
  simpleResolvers: true,
})
export class ChatIntent extends TriggerDetection {}

@Visible('part')
@ObjectType('ChatTriggeredBy', { description: 'The trigger that matched.', simpleResolvers: true })
export class MatchedTrigger {
  @Field(() => TriggerTypeEnum, { description: 'Type of the trigger.' })
  type!: TriggerType;

  @Field(() => String, { description: 'Keyword pattern or intent name of the trigger.' })
  value!: string;
}

@Visible('part')
@ObjectType({ description: 'Model, tokens and time of the answer.', simpleResolvers: true })
export class ChatMetadata {
  @Field(() => String, { description: 'The model that answered; `none` if no model was called.' })
  model!: string;

  @Field(() => Int, { description: 'Input and output tokens of the models.' })
  tokensUsed!: number;

  @Field(() => Int, { description: 'Time from request to answer in the service, in milliseconds.' })
  proxyLatencyMs!: number;

  @Cost({ size: 3 })
  @Field(() => [SearchPartEnum], {
    nullable: true,
    description: 'Models that failed in the search for sources, which went on without them; null if there are none.',
  })
  unavailable!: SearchPart[] | null;

  @Field(() => TriggerPhaseEnum, {
    nullable: true,
    description: 'Phase in which the trigger matched; null if none matched.',
  })
  triggerPhase!: TriggerPhase | null;
}

@Visible('guarded')
@ObjectType({ description: 'Answer of the agent.', simpleResolvers: true })
export class ChatAnswer {
  @Field(() => String, { description: 'Text of the answer; empty if a trigger with actionsOnly matched.' })
  message!: string;

  @Field(() => String, {
    description: 'Id of the session. Send it with the next message to continue the conversation.',
  })
  sessionId!: string;

  @Field(() => ID, { description: 'Id of this answer, to rate it with `rateChatMessage`.' })
  messageId!: string;

  @Cost({ size: 3 })
  @Field(() => [ChatToolCall], {
    nullable: true,
    description: 'The webhook tools called, in order; null if there were none.',
  })
  toolCalls!: ChatToolCall[] | null;

  @Cost({ size: 3 })
  @Field(() => [ChatAction], { nullable: true, description: 'Actions for the client; null if there are none.' })
  actions!: ChatAction[] | null;

  @Field(() => ChatIntent, { nullable: true, description: 'The detected intent.' })
  intent!: ChatIntent | null;

  @Field(() => MatchedTrigger, { nullable: true, description: 'The trigger that matched.' })
  triggeredBy!: MatchedTrigger | null;

  @Cost({ size: 10 })
  @Field(() => [Citation], { nullable: true, description: 'Citations; null if the answer cites no source.' })
  citations!: Citation[] | null;

  @Field(() => ChatMetadata, { description: 'Model, tokens and time of the answer.' })
  metadata!: ChatMetadata;
}

/** An answer that has not been stored, or as it is stored. */
export type ComposedAnswer = Omit<ChatAnswer, 'messageId'>;

/** The parts of an answer that every reader of the session can read. */
export type RedactedAnswer = Omit<ComposedAnswer, 'message' | 'actions' | 'citations'>;
