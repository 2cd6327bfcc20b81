import { Values } from '../../database/columns.ts';
import { expression, orNull, table } from '../../database/table.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import { ChatAnswerEntity, ChatSummaryEntity, ChatTurnEntity } from './agent.entity.ts';
import type { ChatAnswer } from './agent.types.ts';
import type { RedactedAnswer } from './withheld-turn.ts';

/** How many turns of a session are read. */
const MAX_TURNS = 200;

/** A turn as it is stored, as far as the viewer may see it now. */
export interface StoredTurn {
  id: string;
  /** From 1, by time. */
  place: number;
  message: string;
  /** Null: its context held text of a source that the viewer may not see now, or that is gone. */
  answer: ChatAnswer | null;
  trace: Record<string, unknown> | null;
  redactedAnswer: RedactedAnswer;
  redactedTrace: Record<string, unknown> | null;
  /** The turn itself and every turn whose text was in its context; null where there is no answer. */
  contextTurns: string[] | null;
  hasOutsideText: boolean;
  createdAt: string;
  /** The answer may be seen, and its context held text of a source that not everybody may see. */
  hasRestrictedText: boolean;
}

export interface StoredSession {
  /** Null: none was made, or the viewer may not see all that it was made from. */
  summary: string | null;
  /** The turns that the summary was made from, and those in their context. */
  summaryTurns: string[];
  summaryHasRestrictedText: boolean;
  /** How many turns, from the first, the summary covers. */
  summarisedTurns: number;
  /** Oldest first. */
  turns: StoredTurn[];
  /** Sources of these turns, found but not given, that the viewer may not see now, or that are gone. */
  hiddenSources: ReadonlySet<string>;
}

/**
 * One statement: the last turns of a session. Row-level security leaves out answers and summaries whose context held text of
 * a source that the viewer may not see now, or that is gone.
 * @param part `unsummarised`: only turns that the summary does not cover, all where the summary is withheld
 */
export async function readStoredSession(
  viewer: Viewer,
  sessionId: string,
  part: 'all' | 'unsummarised',
): Promise<StoredSession> {
  const values = new Values();
  const session = values.add(sessionId);
  const statement = storedTurns.statement(
    (columns) => `with summary as materialized (
       select summary, summarised_turns, context_turns from chat_summary where session_id = ${session}
     ),
     turn as materialized (
       select * from (
         select *, (row_number() over (order by created_at, id))::int as place from chat_turn where session_id = ${session}
       ) t
       ${part === 'all' ? '' : 'where place > coalesce((select summarised_turns from summary), 0)'}
       order by place desc limit ${MAX_TURNS}
     ),
     answer as materialized (
       select a.* from turn join chat_answer a on a.turn_id = turn.id
     ),
     source as (
       select array(select distinct turn_id from chat_turn_source
           where turn_id = any(${CONTEXT}) and given and access_level <> 'public') as restricted,
         array(select distinct source_id from chat_turn_source x
           where turn_id = any(array(select turn_id from answer)) and not ${isReadable(viewer, values)}) as hidden
     )
     select ${columns}
     from source left join summary on true left join turn on true left join answer on answer.turn_id = turn.id
     order by place`,
  );
  const rows = await viewer.chatScope(sessionId).rows(statement, values.list);
  const [first] = rows;
  return {
    summary: first?.summary ?? null,
    summaryTurns: first?.summaryTurns ?? [],
    summaryHasRestrictedText: first?.summaryHasRestrictedText ?? false,
    summarisedTurns: first?.summarisedTurns ?? 0,
    turns: rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ ...row, id }])),
    hiddenSources: new Set(first?.hiddenSources),
  };
}

const { c: turn } = table(ChatTurnEntity, 'turn');
const { c: answer } = table(ChatAnswerEntity, 'answer');
const { c: summary } = table(ChatSummaryEntity, 'summary');

/** One row for each turn; one without a turn where there is none. */
const storedTurns = table(ChatTurnEntity, 'turn', {
  only: ['message', 'redactedAnswer', 'redactedTrace', 'hasOutsideText', 'createdAt'],
  add: {
    id: orNull(turn.id),
    place: expression<number>('turn.place'),
    answer: orNull(answer.answer),
    trace: answer.trace,
    contextTurns: answer.contextTurns,
    hasRestrictedText: expression<boolean>('coalesce(answer.context_turns && source.restricted, false)'),
    summary: orNull(summary.summary),
    summaryTurns: summary.contextTurns,
    summarisedTurns: orNull(summary.summarisedTurns),
    summaryHasRestrictedText: expression<boolean>('coalesce(summary.context_turns && source.restricted, false)'),
    hiddenSources: expression<string[]>('source.hidden'),
  },
});

/** The turns in the context of those read, and of the summary. */
const CONTEXT = `array(select unnest(context_turns) from answer union select unnest(context_turns) from summary)`;

function isReadable({ entitlement, site }: Viewer, values: Values): string {
  return `(${accessCondition(entitlement, 'x', values)} and exists (
    select from knowledge_source s where s.id = x.source_id and s.site_id = ${values.add(site.id)}
      and s.generation is not null and ${accessCondition(entitlement, 's', values)}
      and ${accessCondition(entitlement, 's', values, 'text_')}
  ))`;
}
