import type { Scope } from '../../database/database.ts';
import type { TokenUsage } from '../../ports/language-model.ts';
import { notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { storable } from '../../shared/storable.ts';
import type { Viewer } from '../access/viewer.ts';
import type { ChatAnswer } from './agent.types.ts';
import type { Conversation } from './conversation.ts';
import type { TurnTrace } from './trace.ts';

/** A conversation. Its key is what callers know it by. */
export interface Session {
  id: string;
  key: string;
  summary: string | null;
  /** How many of its turns, from the first, the summary covers. */
  summarisedTurns: number;
  /** It has no row yet: the first turn writes it. */
  isNew: boolean;
}

export interface NewSummary {
  text: string;
  turns: number;
}

/** How many turns that no summary covers are read. */
const TURNS_READ = 200;
const WORDLESS = '(no words, only actions)';

/** The session of a key. One that a user has spoken in with a token is that user's; to anybody else it does not exist. */
export async function findSession(viewer: Viewer, key: string | null | undefined): Promise<Session> {
  if (!key) return { id: newId(), key: newId(), summary: null, summarisedTurns: 0, isNew: true };
  const row = await viewer.scope.row<Omit<Session, 'isNew'> & { userId: string | null }>(
    `select id, key, user_id as "userId", summary, summarised_turns as "summarisedTurns"
     from chat_session where site_id = $1 and key = $2`,
    [viewer.site.id, key],
  );
  if (!row) return { id: newId(), key, summary: null, summarisedTurns: 0, isNew: true };
  if (row.userId !== null && row.userId !== viewer.user?.uid) throw notFound('Session');
  return { id: row.id, key: row.key, summary: row.summary, summarisedTurns: row.summarisedTurns, isNew: false };
}

/** What was said since the summary, oldest first. */
export async function readConversation(scope: Scope, session: Session): Promise<Conversation> {
  if (session.isNew) return { messages: [], summary: null, leftOut: 0 };
  const rows = await scope.rows<{ message: string; answer: string; place: number }>(
    `select message, answer ->> 'message' as answer, place::int from (
       select message, answer, row_number() over (order by created_at, id) as place from chat_turn where session_id = $1
     ) turn where place > $2 order by place desc limit ${TURNS_READ}`,
    [session.id, session.summarisedTurns],
  );
  const turns = rows.toReversed();
  const messages = turns.flatMap(({ message, answer }) => [
    { role: 'user' as const, content: message },
    { role: 'assistant' as const, content: answer === '' ? WORDLESS : answer },
  ]);
  const skipped = (turns[0]?.place ?? session.summarisedTurns + 1) - session.summarisedTurns - 1;
  return { messages, summary: session.summary, leftOut: 2 * skipped };
}

export interface FinishedTurn {
  session: Session;
  message: string;
  answer: ChatAnswer;
  personaId: string | null;
  newSummary: NewSummary | null;
  usage: ReadonlyMap<string, TokenUsage>;
  trace: TurnTrace;
}

/**
 * One statement at the very end: a turn is stored whole or not at all. A session that nobody owns becomes the user's who goes
 * on with it, as what it is told from then on may be for that user alone.
 */
export async function recordTurn(viewer: Viewer, turn: FinishedTurn): Promise<void> {
  const { session, newSummary, usage } = turn;
  // In the order of their names: two turns that end at once must not wait for each other's rows.
  const used = [...usage].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const stored = await viewer.scope.rows(RECORD, [
    ...[viewer.site.id, session.id, session.key, viewer.user?.uid ?? null],
    ...[newSummary?.text ?? null, newSummary?.turns ?? 0],
    ...[newId(), turn.message, json(turn.answer), turn.personaId, json(turn.trace)],
    used.map(([model]) => model),
    used.map(([, { inputTokens }]) => inputTokens),
    used.map(([, { outputTokens }]) => outputTokens),
  ]);
  // Two callers may open one key at once: it belongs to whoever came first.
  if (stored.length === 0) throw notFound('Session');
}

const RECORD = `
  with session as (
    insert into chat_session as s (id, site_id, key, user_id, summary, summarised_turns, created_at, updated_at)
    values ($2, $1, $3, $4, $5, $6, now(), now())
    on conflict (site_id, key) do update set updated_at = now(), user_id = coalesce(s.user_id, excluded.user_id),
      summary = case when excluded.summarised_turns > s.summarised_turns then excluded.summary else s.summary end,
      summarised_turns = greatest(excluded.summarised_turns, s.summarised_turns)
    where s.user_id is null or s.user_id = excluded.user_id
    returning s.id
  ),
  turn as (
    insert into chat_turn (id, site_id, session_id, message, answer, persona_id, trace, created_at)
    select $7::uuid, $1::uuid, session.id, $8, $9::jsonb, $10::uuid, $11::jsonb, clock_timestamp() from session
    returning id
  ),
  used as (
    insert into model_usage as u (site_id, day, model, turns, input_tokens, output_tokens)
    select $1::uuid, (now() at time zone 'UTC')::date, model, 1, input, output
    from turn, unnest($12::text[], $13::bigint[], $14::bigint[]) as part (model, input, output)
    on conflict (site_id, day, model) do update set turns = u.turns + 1,
      input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens
  )
  select id from turn`;

function json(value: object): string {
  return JSON.stringify(storable(value));
}

const FORGOTTEN_AT_ONCE = 2_000;

/** Traces are for finding out why; after a while only the conversation itself is kept. Across sites, a batch at a time. */
export async function forgetTraces(scope: Scope, days: number): Promise<void> {
  for (;;) {
    const forgotten = await scope.rows(
      `update chat_turn set trace = null where id in (
         select id from chat_turn where trace is not null and created_at < now() - make_interval(days => $1)
         limit ${FORGOTTEN_AT_ONCE}
       ) returning 1`,
      [days],
    );
    if (forgotten.length < FORGOTTEN_AT_ONCE) return;
  }
}
