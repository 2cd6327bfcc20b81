import type { Scope } from '../../database/database.ts';
import { notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Viewer } from '../access/viewer.ts';
import type { ChatAnswer } from './agent.types.ts';
import type { TurnTrace } from './trace.ts';

/** A conversation. Its key is what callers know it by. */
export interface Session {
  id: string;
  key: string;
  summary: string | null;
  summarisedTurns: number;
  /** It has no row yet: the first turn writes it. */
  isNew: boolean;
}

export interface StoredTurn {
  message: string;
  answer: string;
}

/** How far back a conversation is read; what is older lives on in the summary. */
const TURNS_READ = 200;

/** The session of a key. One that was opened with a token belongs to that user; to anybody else it does not exist. */
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

/** The last turns, oldest first. */
export async function readTurns(scope: Scope, session: Session): Promise<StoredTurn[]> {
  if (session.isNew) return [];
  const rows = await scope.rows<StoredTurn>(
    `select message, answer->>'message' as answer from chat_turn where session_id = $1
     order by created_at desc, id desc limit ${TURNS_READ}`,
    [session.id],
  );
  return rows.toReversed();
}

export interface FinishedTurn {
  session: Session;
  message: string;
  answer: ChatAnswer;
  personaId: string | null;
  newSummary: { text: string; turns: number } | null;
  usage: readonly { model: string; inputTokens: number; outputTokens: number }[];
  trace: TurnTrace;
}

/** One transaction at the very end: a turn is stored whole or not at all. */
export async function recordTurn(viewer: Viewer, turn: FinishedTurn): Promise<void> {
  const { session, answer } = turn;
  await viewer.scope.write(async (tx) => {
    const [stored] = await tx.rows<{ id: string; mine: boolean }>(
      `insert into chat_session as s (id, site_id, key, user_id, summary, summarised_turns, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, now(), now())
       on conflict (site_id, key) do update set updated_at = now(),
         summary = coalesce(excluded.summary, s.summary),
         summarised_turns = greatest(excluded.summarised_turns, s.summarised_turns)
       returning id, user_id is null or user_id is not distinct from $4 as mine`,
      [
        session.id,
        tx.siteId,
        session.key,
        viewer.user?.uid ?? null,
        turn.newSummary?.text ?? null,
        turn.newSummary?.turns ?? 0,
      ],
    );
    // Two callers may open one key at once: it belongs to whoever came first.
    if (!stored?.mine) throw notFound('Session');
    await tx.rows(
      `insert into chat_turn (id, site_id, session_id, message, answer, persona_id, trace, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())`,
      [newId(), tx.siteId, stored.id, turn.message, JSON.stringify(answer), turn.personaId, JSON.stringify(turn.trace)],
    );
    for (const { model, inputTokens, outputTokens } of turn.usage) {
      await tx.rows(
        `insert into model_usage as u (site_id, day, model, turns, input_tokens, output_tokens)
         values ($1, (now() at time zone 'UTC')::date, $2, 1, $3, $4)
         on conflict (site_id, day, model) do update set turns = u.turns + 1,
           input_tokens = u.input_tokens + excluded.input_tokens,
           output_tokens = u.output_tokens + excluded.output_tokens`,
        [tx.siteId, model, inputTokens, outputTokens],
      );
    }
  });
}

/** Traces are for finding out why; after a while only the conversation itself is kept. */
export async function forgetTraces(scope: Scope, days: number): Promise<void> {
  await scope.rows(
    'update chat_turn set trace = null where trace is not null and created_at < now() - make_interval(days => $1)',
    [days],
  );
}
