import { Extensions, Field, ID, InputType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { GraphQLJSONObject } from '../../api/scalars.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { textFormat } from '../../shared/bounds.ts';
import { CONTEXT_SHAPE, PREFERENCES_SHAPE } from './turn/chat-context.schema.ts';

const MESSAGE_LENGTH = 8_000;
const HISTORY_TEXT_LENGTH = 20_000;
const SESSION_ID = textFormat(/^[A-Za-z0-9._:-]+$/, 128, 'must be 1 to 128 characters of A-Z, a-z, 0-9 and . _ : -');

export const CHAT_ROLES = ['user', 'assistant'] as const;
export type ChatRole = (typeof CHAT_ROLES)[number];
export const ChatRoleEnum = createEnum('ChatRole', CHAT_ROLES, 'Author of the message.');

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
      'Whether the answer may use unpublished items, and of an item with a draft that the viewer can read the draft in the place of what is live; with a preview token of one item, that item alone. FORBIDDEN for an API key without the scope preview and without a preview token. Default false.',
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
