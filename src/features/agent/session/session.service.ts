import type { Scope } from '../../../database/database.ts';
import { notFound } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { isPlainObject } from '../../../shared/plain-object.ts';
import { storable } from '../../../shared/storable.ts';
import { fold } from '../../../text/folding.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { ChatAnswer, ChatToolCall, ComposedAnswer } from '../agent.types.ts';
import { type RequestedConfirmation, confirmationRows, removeTokens } from '../tools/confirmation.ts';
import type { Session } from './session.ts';
import type { Conversation, NewSummary, HistoryMessage } from './conversation.ts';
import { addUsageSql } from '../../model-usage/model-usage.service.ts';
import { type StoredTurn, readStoredSession } from './stored-turns.ts';
import type { TurnTrace } from '../turn/trace.ts';
import type { Turn } from '../turn/turn.ts';
import { readableAnswer, redactAnswer, redactTrace } from './redaction.ts';

const NO_TEXT_NOTE = '(no words, only actions)';

/** The messages since the summary, oldest first, without those that the viewer can no longer read. */
export async function readConversation(viewer: Viewer, session: Session): Promise<Conversation> {
  if (session.isNew) return { messages: [], summary: null, omittedCount: 0 };
  const { turns, summary, summarisedTurns } = await readStoredSession(viewer, session.id, 'unsummarised');
  const skipped = (turns[0]?.place ?? summarisedTurns + 1) - summarisedTurns - 1;
  return { messages: turns.flatMap(toMessages), summary, omittedCount: 2 * skipped };
}

function toMessages(stored: StoredTurn): HistoryMessage[] {
  const { message, place, hasOutsideText, hasRestrictedText, contextTurns } = stored;
  const answer = readableAnswer(stored).message;
  return [
    { role: 'user', content: message, hasOutsideText: false, hasRestrictedText: false, place, contextTurns: [] },
    {
      role: 'assistant',
      content: answer === '' ? NO_TEXT_NOTE : answer,
      hasOutsideText: hasOutsideText && stored.answer !== null,
      hasRestrictedText,
      place,
      contextTurns: contextTurns ?? [],
    },
  ];
}

/** The records that a turn leaves beside its answer. */
interface TurnRecords {
  newSummary?: NewSummary | null;
  confirmations?: readonly RequestedConfirmation[];
}

/**
 * One statement at the end: a turn is stored completely or not at all. A session without an owner becomes the session
 * of the user who continues it, because later answers may be for that user only.
 */
export async function recordTurn(
  { viewer, input, session, persona, provenance, trace, usage, signal }: Turn,
  composed: ComposedAnswer,
  { newSummary = null, confirmations = [] }: TurnRecords = {},
): Promise<ChatAnswer> {
  signal.throwIfAborted();
  // Sorted by name, so that two turns that end at the same time do not deadlock.
  const usageByModel = [...usage.byModel].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const turnId = newId();
  const answer = { ...composed, actions: removeTokens(composed.actions) };
  const stored = await viewer
    .unrestricted('write')
    .rows(RECORD, [
      viewer.site.id,
      session.id,
      session.key,
      viewer.user?.uid ?? null,
      newSummary?.text ?? null,
      newSummary?.turns ?? 0,
      turnId,
      input.message,
      json(answer),
      persona?.id ?? null,
      json(trace),
      usageByModel.map(([model]) => model),
      usageByModel.map(([, { inputTokens }]) => inputTokens),
      usageByModel.map(([, { outputTokens }]) => outputTokens),
      newSummary?.contextTurns ?? [],
      [...new Set([...provenance.contextTurns, turnId])],
      provenance.hasOutsideText,
      json(provenance.sources),
      json(confirmationRows(confirmations)),
      json(redactAnswer(answer)),
      json(redactTrace(trace)),
      isUnanswered(answer, trace),
      hasFailedTool(answer),
      fold(input.message),
    ]);
  // Two callers may create the same session at the same time: it belongs to the first one.
  if (stored.length === 0) throw notFound('Session');
  return { ...composed, messageId: turnId };
}

/** Returns whether a model answered, and no citation, tool result, action or trigger supports the answer. */
function isUnanswered(
  { metadata, triggeredBy, actions, toolCalls }: ComposedAnswer,
  { citations }: TurnTrace,
): boolean {
  const hasResult = (toolCalls ?? []).some((call) => !isFailed(call));
  return metadata.model !== 'none' && citations.kept === 0 && !triggeredBy && !actions && !hasResult;
}

function hasFailedTool({ toolCalls }: ComposedAnswer): boolean {
  return (toolCalls ?? []).some(isFailed);
}

function isFailed({ output }: ChatToolCall): boolean {
  return isPlainObject(output) && 'error' in output;
}

const RECORD = `
  with session as (
    insert into chat_session as s (id, site_id, key, user_id, created_at, updated_at)
    values ($2, $1, $3, $4, now(), now())
    on conflict (site_id, key) do update set updated_at = now(), user_id = coalesce(s.user_id, excluded.user_id)
    where s.user_id is null or s.user_id = excluded.user_id
    returning s.id
  ),
  summary as (
    insert into chat_summary as s (session_id, site_id, summary, summarised_turns, context_turns)
    select session.id, $1::uuid, $5, $6, $15::uuid[] from session where $5::text is not null
    on conflict (session_id) do update set summary = excluded.summary, summarised_turns = excluded.summarised_turns,
      context_turns = excluded.context_turns
    where excluded.summarised_turns > s.summarised_turns
  ),
  turn as (
    insert into chat_turn
      (id, site_id, session_id, message, redacted_answer, persona_id, redacted_trace, has_outside_text,
        is_unanswered, has_failed_tool, message_folded, created_at)
    select $7::uuid, $1::uuid, session.id, $8, $20::jsonb, $10::uuid, $21::jsonb, $17, $22, $23, $24, clock_timestamp()
    from session
    returning id
  ),
  answer as (
    insert into chat_answer (turn_id, session_id, site_id, answer, trace, context_turns)
    select turn.id, session.id, $1::uuid, $9::jsonb, $11::jsonb, $16::uuid[] from turn, session
  ),
  source as (
    insert into chat_turn_source (turn_id, site_id, source_id, access_level, required_subscriptions, published, given)
    select turn.id, $1::uuid, s.id, s."accessLevel", s."requiredSubscriptions", s.published, s.given
    from turn, jsonb_to_recordset($18::jsonb) as s (id uuid, "accessLevel" text, "requiredSubscriptions" text[],
      published boolean, given boolean)
  ),
  confirmation as (
    insert into chat_confirmation
      (id, site_id, session_id, token_hash, user_id, tool_id, tool_name, tool_updated_at, input, expires_at)
    select gen_random_uuid(), $1::uuid, session.id, c."tokenHash", $4, c."toolId", c."toolName", c."toolUpdatedAt", c.input, c."expiresAt"
    from session, jsonb_to_recordset($19::jsonb) as c ("tokenHash" text, "toolId" uuid, "toolName" text,
      "toolUpdatedAt" timestamptz, input jsonb, "expiresAt" timestamptz)
    -- A tool that was deleted meanwhile can no longer be called.
    where exists (select from webhook_tool w where w.id = c."toolId")
  ),
  used as (
    ${addUsageSql(`(select 1 as turns from turn) as counted,
      unnest($12::text[], $13::bigint[], $14::bigint[]) as part (model, input, output)`)}
  )
  select id from turn`;

function json(value: object): string {
  return JSON.stringify(storable(value));
}

const DELETION_BATCH = 2_000;

/** Traces are for debugging; they are deleted after a while and only the conversation is kept. Across sites, in batches. */
export async function deleteExpiredTraces(scope: Scope, days: number): Promise<void> {
  for (;;) {
    const forgotten = await scope.rows(
      `with old as (
         select id from chat_turn
         where redacted_trace is not null and created_at < now() - make_interval(days => $1)
         limit ${DELETION_BATCH}
       ),
       answer as (update chat_answer set trace = null from old where turn_id = old.id)
       update chat_turn set redacted_trace = null from old where chat_turn.id = old.id returning 1`,
      [days],
    );
    if (forgotten.length < DELETION_BATCH) return;
  }
}
