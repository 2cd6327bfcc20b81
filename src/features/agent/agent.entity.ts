import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter } from '../../database/site-entity.ts';
import type { ComposedAnswer } from './agent.types.ts';
import type { RedactedAnswer } from './agent.types.ts';

type Trace = Record<string, unknown>;

export const ChatSessionEntity = defineEntity({
  name: 'ChatSession',
  tableName: 'chat_session',
  filters: siteFilter(),
  properties: {
    id: p.uuid().primary(),
    siteId: p.uuid(),
    /** The name by which callers know the session. */
    key: p.text(),
    userId: p.text().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** The message of the visitor, and the part of the answer that every reader of the session may read. */
export const ChatTurnEntity = defineEntity({
  name: 'ChatTurn',
  tableName: 'chat_turn',
  filters: siteFilter(),
  properties: {
    id: p.uuid().primary(),
    siteId: p.uuid(),
    sessionId: p.uuid(),
    message: p.text(),
    redactedAnswer: p.json().$type<RedactedAnswer>(),
    personaId: p.uuid().nullable(),
    redactedTrace: p.json().$type<Trace>().nullable(),
    hasOutsideText: p.boolean(),
    /** The message, folded by the service for the search, so that it does not depend on the locale of the database. */
    messageFolded: p.text(),
    isUnanswered: p.boolean(),
    hasFailedTool: p.boolean(),
    createdAt: p.datetime(),
  },
});

/** The answer of a turn. Row-level security withholds it where its context held text that the reader may not see. */
export const ChatAnswerEntity = defineEntity({
  name: 'ChatAnswer',
  tableName: 'chat_answer',
  filters: siteFilter(),
  properties: {
    turnId: p.uuid().primary(),
    sessionId: p.uuid(),
    siteId: p.uuid(),
    answer: p.json().$type<ComposedAnswer>(),
    trace: p.json().$type<Trace>().nullable(),
    /** The turn itself and every turn whose text was in its context; null: unknown. */
    contextTurns: p.array().$type<string[]>().nullable(),
  },
});

/** A summary of the older turns of a session. It is withheld as answers are. */
export const ChatSummaryEntity = defineEntity({
  name: 'ChatSummary',
  tableName: 'chat_summary',
  filters: siteFilter(),
  properties: {
    sessionId: p.uuid().primary(),
    siteId: p.uuid(),
    summary: p.text(),
    summarisedTurns: p.integer(),
    contextTurns: p.array().$type<string[]>().nullable(),
  },
});

/** A tool call that waits for the confirmation of the visitor. */
export const ChatConfirmationEntity = defineEntity({
  name: 'ChatConfirmation',
  tableName: 'chat_confirmation',
  filters: siteFilter(),
  properties: {
    id: p.uuid().primary(),
    siteId: p.uuid(),
    sessionId: p.uuid(),
    tokenHash: p.text(),
    userId: p.text().nullable(),
    toolId: p.uuid(),
    toolName: p.text(),
    /** The time of the last change of the tool before the visitor was asked. */
    toolUpdatedAt: p.datetime(),
    /** Exactly what the visitor was shown. */
    input: p.json().$type<unknown>(),
    expiresAt: p.datetime(),
  },
});

export const CHAT_RATINGS = ['up', 'down'] as const;
export type ChatRating = (typeof CHAT_RATINGS)[number];

/** A visitor's rating of an answer. */
export const ChatFeedbackEntity = defineEntity({
  name: 'ChatFeedback',
  tableName: 'chat_feedback',
  filters: siteFilter(),
  properties: {
    turnId: p.uuid().primary(),
    sessionId: p.uuid(),
    siteId: p.uuid(),
    rating: p.text().$type<ChatRating>(),
    comment: p.text().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
