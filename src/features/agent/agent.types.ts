import { Field, Float, ID, InputType, Int, ObjectType, createUnionType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { GraphQLJSON, GraphQLJSONObject } from '../../graphql/scalars.ts';
import type { SourceKind } from '../../ports/vector-index.ts';
import { SourceKindEnum } from '../search/search.types.ts';
import { TriggerTypeEnum } from '../trigger/trigger.types.ts';
import { CLIENT_ACTION_TYPES } from '../trigger/client-action.ts';
import type { TriggerType } from '../trigger/trigger.entity.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { textFormat } from '../../shared/bounds.ts';

const MESSAGE_LENGTH = 8_000;
const HISTORY_TEXT_LENGTH = 20_000;
const SESSION_ID = textFormat(/^[A-Za-z0-9._:-]+$/, 128, 'must be 1 to 128 characters of A-Z, a-z, 0-9 and . _ : -');

export const TRIGGER_PHASES = ['pre-agent', 'post-agent'] as const;
export type TriggerPhase = (typeof TRIGGER_PHASES)[number];
export const TriggerPhaseEnum = enumOf(TRIGGER_PHASES);
registerEnumType(TriggerPhaseEnum, { name: 'TriggerPhase', description: 'Before or after the agent answered.' });

export const CHAT_ROLES = ['user', 'assistant'] as const;
export type ChatRole = (typeof CHAT_ROLES)[number];
export const ChatRoleEnum = enumOf(CHAT_ROLES);
registerEnumType(ChatRoleEnum, { name: 'ChatRole', description: 'Who said it.' });

@InputType({ description: 'Something that was said before.' })
export class ChatHistoryMessageInput {
  @Field(() => ChatRoleEnum, { description: 'Who said it.' })
  role!: ChatRole;

  @Field(() => String, { description: 'What was said, at most 20,000 characters.' })
  @Bounds({ maxLength: HISTORY_TEXT_LENGTH })
  content!: string;
}

@InputType({ description: 'What was said before; for this call it takes the place of what is stored.' })
export class ChatHistoryInput {
  @Field(() => [ChatHistoryMessageInput], {
    nullable: true,
    description: 'Oldest first, at most 200 with 400,000 characters in all.',
  })
  @Bounds({ maxItems: 200 })
  messages?: ChatHistoryMessageInput[] | null;

  @Field(() => String, { nullable: true, description: 'Summary of what came before them, at most 20,000 characters.' })
  @Bounds({ maxLength: HISTORY_TEXT_LENGTH })
  summary?: string | null;
}

@InputType({ description: 'What the visitor decided of a call that the agent asked to confirm.' })
export class ChatConfirmationInput {
  @Field(() => String, { description: 'The token of the `confirm` action.' })
  token!: string;

  @Field(() => Boolean, { description: 'True: the call is made, exactly as it was shown. False: it is not.' })
  approved!: boolean;
}

@InputType({ description: 'A message to the agent.' })
export class ChatInput {
  @Field(() => String, { description: 'What the visitor says, 1 to 8,000 characters.' })
  @Bounds({ filled: true, maxLength: MESSAGE_LENGTH })
  message!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Goes on with a conversation; a new one starts a session of that id: 1 to 128 of `A-Za-z0-9._:-`.',
  })
  @Bounds({ format: SESSION_ID })
  sessionId?: string | null;

  @Field(() => ChatConfirmationInput, {
    nullable: true,
    description:
      'Answers a `confirm` action of this session, once and within 15 minutes, by the same user. NOT_FOUND otherwise.',
  })
  confirmation?: ChatConfirmationInput | null;

  @Field(() => ID, { nullable: true, description: 'Id or slug of the persona; absent: the default one of the site.' })
  personaId?: string | null;

  @Field(() => ChatHistoryInput, { nullable: true, description: 'Takes the place of the stored conversation.' })
  history?: ChatHistoryInput | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'By category: {likes, dislikes, restrictions: [text], priceRange: {min, max}}; for this call only, at most 16 kB.',
  })
  @Bounds({ maxJsonBytes: 16 * 1024 })
  preferences?: Record<string, unknown> | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Where the visitor is: page, referrer, productIds, contentIds, video {videoId, currentTimestamp, title, duration} or currentVideo {videoId, currentTime}, user {uid, isAuthenticated, subscriptions}, metadata, relevantContent [text]; at most 64 kB.',
  })
  @Bounds({ maxJsonBytes: 64 * 1024 })
  context?: Record<string, unknown> | null;
}

@ObjectType({ description: 'A call of a webhook tool.', simpleResolvers: true })
export class ChatToolCall {
  @Field(() => String, { description: 'Name of the tool.' })
  name!: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'What the agent gave it.' })
  input!: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'What it answered; `{error}` where it failed.' })
  output!: unknown;
}

export const CHAT_ACTION_TYPES = [...CLIENT_ACTION_TYPES, 'confirm'] as const;
export type ChatActionType = (typeof CHAT_ACTION_TYPES)[number];
const ChatActionTypeEnum = enumOf(CHAT_ACTION_TYPES);
registerEnumType(ChatActionTypeEnum, {
  name: 'ChatActionType',
  description:
    'What the client does: a ClientActionType, or confirm (token, tool, description, input, expiresAt): show the call to the visitor, and send `confirmation` with the next message.',
});

@ObjectType({ description: 'Something that the client is asked to do.', simpleResolvers: true })
export class ChatAction {
  @Field(() => ChatActionTypeEnum, { description: 'What to do.' })
  type!: ChatActionType;

  @Field(() => GraphQLJSONObject, { description: 'With what; the fields depend on the type.' })
  payload!: Record<string, unknown>;

  @Field(() => Int, { nullable: true, description: 'Higher comes first.' })
  priority?: number | null;

  @Field(() => String, { nullable: true, description: 'Text of a button.' })
  label?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Do it without asking the visitor.' })
  immediate?: boolean | null;
}

@ObjectType({ description: 'What the visitor wants, as far as intent triggers ask.', simpleResolvers: true })
export class ChatIntent {
  @Field(() => String, { description: 'Name of the intent.' })
  name!: string;

  @Field(() => Float, { description: 'How sure, 0 to 1.' })
  confidence!: number;
}

@ObjectType({ description: 'The trigger that fired.', simpleResolvers: true })
export class ChatTriggeredBy {
  @Field(() => TriggerTypeEnum, { description: 'What it was matched against.' })
  type!: TriggerType;

  @Field(() => String, { description: 'Its keyword pattern or intent.' })
  value!: string;
}

@ObjectType({ description: 'A passage that a part of the answer rests on.', simpleResolvers: true })
export class CitedSource {
  @Field(() => Int, { description: 'Number of the source in this answer, from 1.' })
  number!: number;

  @Field(() => ID, { description: 'Id of the passage; it changes when its source is indexed anew.' })
  chunkId!: string;

  @Field(() => ID, { description: 'Id of the content item, document, file or video.' })
  sourceId!: string;

  @Field(() => SourceKindEnum, { description: 'What it is.' })
  source!: SourceKind;

  @Field(() => String, { description: 'Its title.' })
  title!: string;

  @Field(() => Int, { nullable: true, description: 'Page, from 1.' })
  page!: number | null;

  @Field(() => String, { nullable: true, description: 'For films: where it starts, MM:SS.' })
  timestamp!: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'More of the source, where the persona includes it.' })
  metadata!: Record<string, unknown> | null;
}

@ObjectType({ description: 'A part of the answer with the passages that it rests on.', simpleResolvers: true })
export class Citation {
  @Field(() => Int, { description: 'Where the part starts in the message, in UTF-16 units.' })
  start!: number;

  @Field(() => Int, { description: 'Where it ends.' })
  end!: number;

  @Field(() => [CitedSource], { description: 'At least one.' })
  sources!: CitedSource[];
}

@ObjectType({ description: 'How the answer was made.', simpleResolvers: true })
export class ChatMetadata {
  @Field(() => String, { description: 'The model that answered; `none` where no model was asked.' })
  model!: string;

  @Field(() => Int, { description: 'Tokens read and written by models.' })
  tokensUsed!: number;

  @Field(() => Int, { description: 'Time in the service, in milliseconds.' })
  proxyLatencyMs!: number;

  @Field(() => TriggerPhaseEnum, { nullable: true, description: 'When the trigger fired.' })
  triggerPhase!: TriggerPhase | null;
}

@ObjectType({ description: 'What the agent answers.', simpleResolvers: true })
export class ChatAnswer {
  @Field(() => String, { description: 'The answer; empty where a trigger answers with actions only.' })
  message!: string;

  @Field(() => String, { description: 'Give it again to go on with the conversation.' })
  sessionId!: string;

  @Field(() => [ChatToolCall], { nullable: true, description: 'The tools that were called, in order; null: none.' })
  toolCalls!: ChatToolCall[] | null;

  @Field(() => [ChatAction], { nullable: true, description: 'What the client is asked to do; null: nothing.' })
  actions!: ChatAction[] | null;

  @Field(() => ChatIntent, { nullable: true, description: 'The intent that was detected.' })
  intent!: ChatIntent | null;

  @Field(() => ChatTriggeredBy, { nullable: true, description: 'The trigger that fired.' })
  triggeredBy!: ChatTriggeredBy | null;

  @Field(() => [Citation], { nullable: true, description: 'What the answer rests on; null: nothing is cited.' })
  citations!: Citation[] | null;

  @Field(() => ChatMetadata, { description: 'How the answer was made.' })
  metadata!: ChatMetadata;
}

@ObjectType({ description: 'A piece of the answer.', simpleResolvers: true })
export class ChatTextEvent {
  @Field(() => String, { description: 'To be put behind the pieces before.' })
  text!: string;
}

@ObjectType({ description: 'A tool was called.', simpleResolvers: true })
export class ChatToolCallEvent {
  @Field(() => ChatToolCall, { description: 'The call with its outcome.' })
  toolCall!: ChatToolCall;
}

@ObjectType({ description: 'The last event: the whole answer, as it is without streaming.', simpleResolvers: true })
export class ChatAnswerEvent {
  @Field(() => ChatAnswer, { description: 'The answer.' })
  answer!: ChatAnswer;
}

export type ChatStreamed = ChatTextEvent | ChatToolCallEvent | ChatAnswerEvent;

export const ChatEventUnion = createUnionType({
  name: 'ChatStreamEvent',
  description: 'What comes while the agent answers: text and tool calls as they are made, at last the whole answer.',
  types: () => [ChatTextEvent, ChatToolCallEvent, ChatAnswerEvent] as const,
  resolveType: (event: ChatStreamed) => {
    if ('text' in event) return ChatTextEvent;
    return 'toolCall' in event ? ChatToolCallEvent : ChatAnswerEvent;
  },
});
