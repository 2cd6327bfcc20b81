import { Extensions, Field, Float, ID, InputType, Int, ObjectType, createUnionType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { GraphQLJSON, GraphQLJSONObject } from '../../graphql/scalars.ts';
import type { SourceKind } from '../knowledge/knowledge.entity.ts';
import { type SearchPart, SearchPartEnum, SourceKindEnum } from '../search/search.types.ts';
import { ActionFields, TriggerTypeEnum } from '../trigger/trigger.types.ts';
import { CLIENT_ACTION_TYPES } from '../trigger/client-action.ts';
import type { TriggerType } from '../trigger/trigger.entity.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { Cost } from '../../graphql/cost.ts';
import { textFormat } from '../../shared/bounds.ts';
import { CONTEXT_SHAPE, PREFERENCES_SHAPE } from './chat-context.schema.ts';

const MESSAGE_LENGTH = 8_000;
const HISTORY_TEXT_LENGTH = 20_000;
const SESSION_ID = textFormat(/^[A-Za-z0-9._:-]+$/, 128, 'must be 1 to 128 characters of A-Z, a-z, 0-9 and . _ : -');

export const TRIGGER_PHASES = ['pre-agent', 'post-agent'] as const;
export type TriggerPhase = (typeof TRIGGER_PHASES)[number];
export const TriggerPhaseEnum = enumOf(
  'TriggerPhase',
  TRIGGER_PHASES,
  'Phase of a trigger match: before or after the agent answers.',
);

export const CHAT_ROLES = ['user', 'assistant'] as const;
export type ChatRole = (typeof CHAT_ROLES)[number];
export const ChatRoleEnum = enumOf('ChatRole', CHAT_ROLES, 'Author of the message.');

@InputType({ description: 'An earlier message.' })
export class ChatHistoryMessageInput {
  @Field(() => ChatRoleEnum, { description: 'Author of the message.' })
  role!: ChatRole;

  @Field(() => String, { description: 'Text of the message, at most 20,000 characters.' })
  @Bounds({ maxLength: HISTORY_TEXT_LENGTH })
  content!: string;
}

@InputType({ description: 'Earlier messages, used instead of the stored conversation for this call.' })
export class ChatHistoryInput {
  @Field(() => [ChatHistoryMessageInput], {
    nullable: true,
    description: 'Messages, oldest first, at most 200 and at most 400,000 characters in total.',
  })
  @Bounds({ maxItems: 200 })
  messages?: ChatHistoryMessageInput[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Summary of the messages before these, at most 20,000 characters.',
  })
  @Bounds({ maxLength: HISTORY_TEXT_LENGTH })
  summary?: string | null;
}

@InputType({ description: 'The decision of the user about a tool call that needs confirmation.' })
export class ChatConfirmationInput {
  @Field(() => String, { description: 'The token of the `confirm` action.' })
  token!: string;

  @Field(() => Boolean, { description: 'True makes the call with the confirmed input; false cancels it.' })
  approved!: boolean;
}

@InputType({ description: 'A message to the agent.' })
export class ChatInput {
  @Field(() => String, { description: 'Message of the user, 1 to 8,000 characters.' })
  @Bounds({ filled: true, maxLength: MESSAGE_LENGTH })
  message!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Session to continue; an unknown id starts a new session with that id. 1 to 128 characters of `A-Za-z0-9._:-`.',
  })
  @Bounds({ format: SESSION_ID })
  sessionId?: string | null;

  @Field(() => ChatConfirmationInput, {
    nullable: true,
    description:
      'Decision about a `confirm` action of this session: once, within 15 minutes and by the same user. NOT_FOUND otherwise.',
  })
  confirmation?: ChatConfirmationInput | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id or slug of the persona. Default: the default persona of the site.',
  })
  personaId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the answer may use unpublished items, and uses nothing of items with a draft that the viewer can read. FORBIDDEN for an API key without the scope preview. Default false.',
  })
  preview?: boolean | null;

  @Field(() => ChatHistoryInput, {
    nullable: true,
    description: 'Earlier messages, used instead of the stored conversation.',
  })
  history?: ChatHistoryInput | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Preferences of the user by category, each {likes, dislikes, restrictions: [text], priceRange: {min, max}}; used for this call only, at most 16 kB.',
  })
  @Bounds({ maxJsonBytes: 16 * 1024 })
  @Extensions({ shape: PREFERENCES_SHAPE })
  preferences?: Record<string, unknown> | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Context of the request: page, referrer, productIds, contentIds, video {videoId, currentTimestamp, title, duration} or currentVideo {videoId, currentTime}, user {uid, isAuthenticated, subscriptions}, metadata, relevantContent [text]; at most 64 kB.',
  })
  @Bounds({ maxJsonBytes: 64 * 1024 })
  @Extensions({ shape: CONTEXT_SHAPE })
  context?: Record<string, unknown> | null;
}

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
const ChatActionTypeEnum = enumOf(
  'ChatActionType',
  CHAT_ACTION_TYPES,
  'A ClientActionType, or confirm with the payload fields token, tool, description, input and expiresAt: the client shows the tool call to the user and sends the decision as `confirmation` with the next message.',
);

@ObjectType({ description: 'An action for the client to carry out.', simpleResolvers: true })
export class ChatAction extends ActionFields {
  @Field(() => ChatActionTypeEnum, { description: 'Type of the action.' })
  type!: ChatActionType;
}

@ObjectType({
  description: 'The intent of the message, one of those that intent triggers define.',
  simpleResolvers: true,
})
export class ChatIntent {
  @Field(() => String, { description: 'Name of the intent.' })
  name!: string;

  @Field(() => Float, { description: 'Confidence, 0 to 1.' })
  confidence!: number;
}

@ObjectType({ description: 'The trigger that matched.', simpleResolvers: true })
export class ChatTriggeredBy {
  @Field(() => TriggerTypeEnum, { description: 'Type of the trigger.' })
  type!: TriggerType;

  @Field(() => String, { description: 'Keyword pattern or intent name of the trigger.' })
  value!: string;
}

@ObjectType({ description: 'A cited passage.', simpleResolvers: true })
export class CitedSource {
  @Field(() => Int, { description: 'Number of the source in this answer, from 1.' })
  number!: number;

  @Field(() => ID, { description: 'Id of the passage; it changes when the source is indexed again.' })
  chunkId!: string;

  @Field(() => ID, { description: 'Id of the content item, document, file or video.' })
  sourceId!: string;

  @Field(() => SourceKindEnum, { description: 'Kind of source.' })
  source!: SourceKind;

  @Field(() => String, { description: 'Title of the source.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'Content items: slug of the content type; otherwise null.' })
  type!: string | null;

  @Field(() => String, { nullable: true, description: 'Content items: slug; otherwise null.' })
  slug!: string | null;

  @Field(() => String, { nullable: true, description: 'Content items: ISO language code; otherwise null.' })
  language!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Content items: URL of their page, as it was entered. Videos: URL that plays the video from the start of the passage on (`#t=` and seconds). Files: URL of the file, at the page of the passage if it has pages (`#page=` and its number). That of a restricted uploaded file is signed and expires. Null for documents, or if there is none.',
  })
  url!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Content items: `url` with the heading above the passage as its fragment; null without a heading or URL, or if `url` has a fragment.',
  })
  anchor!: string | null;

  @Field(() => Int, { nullable: true, description: 'Page number, from 1; null if the source has no pages.' })
  page!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Videos: start of the passage as MM:SS, or H:MM:SS from one hour on.',
  })
  timestamp!: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Metadata of the source, if the persona has includeSourceMetadata: fileName, contentType, section and, of a Markdown text, frontMatter, as in search results.',
  })
  metadata!: Record<string, unknown> | null;
}

@ObjectType({ description: 'A part of the answer with the passages that support it.', simpleResolvers: true })
export class Citation {
  @Field(() => Int, { description: 'Start of the part in the message (inclusive), in UTF-16 units.' })
  start!: number;

  @Field(() => Int, { description: 'End (exclusive), in UTF-16 units.' })
  end!: number;

  @Cost({ size: 2 })
  @Field(() => [CitedSource], { description: 'The cited passages, at least one.' })
  sources!: CitedSource[];
}

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

  @Field(() => ChatTriggeredBy, { nullable: true, description: 'The trigger that matched.' })
  triggeredBy!: ChatTriggeredBy | null;

  @Cost({ size: 10 })
  @Field(() => [Citation], { nullable: true, description: 'Citations; null if the answer cites no source.' })
  citations!: Citation[] | null;

  @Field(() => ChatMetadata, { description: 'Model, tokens and time of the answer.' })
  metadata!: ChatMetadata;
}

/** An answer that has not been stored, or as it is stored. */
export type ComposedAnswer = Omit<ChatAnswer, 'messageId'>;

@ObjectType({ description: 'A part of the text of the answer.', simpleResolvers: true })
export class ChatTextEvent {
  @Field(() => String, { description: 'Text to append to the previous events.' })
  text!: string;
}

@ObjectType({ description: 'A finished tool call.', simpleResolvers: true })
export class ChatToolCallEvent {
  @Field(() => ChatToolCall, { description: 'The call with its output.' })
  toolCall!: ChatToolCall;
}

@ObjectType({ description: 'The last event: the complete answer, the same as `chat` returns.', simpleResolvers: true })
export class ChatAnswerEvent {
  @Field(() => ChatAnswer, { description: 'The complete answer.' })
  answer!: ChatAnswer;
}

export type ChatStreamed = ChatTextEvent | ChatToolCallEvent | ChatAnswerEvent;

export const ChatEventUnion = createUnionType({
  name: 'ChatStreamEvent',
  description: 'An event of a streamed answer: text, a tool call or, as the last event, the complete answer.',
  types: () => [ChatTextEvent, ChatToolCallEvent, ChatAnswerEvent] as const,
  resolveType: (event: ChatStreamed) => {
    if ('text' in event) return ChatTextEvent;
    return 'toolCall' in event ? ChatToolCallEvent : ChatAnswerEvent;
  },
});
