import { Values } from '../../../database/columns.ts';
import { type TableRow, expression, orNull, table } from '../../../database/table.ts';
import { accessCondition, publishedCondition, sourceTextCondition } from '../../../access/access-sql.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { ChatAnswerEntity, ChatSummaryEntity, ChatTurnEntity } from '../agent.entity.ts';
import type { ConversationSummary } from './conversation.ts';

/** Maximum number of turns that are read. */
const MAX_TURNS = 200;

/** A stored turn, as far as the viewer can read it now. */
export type StoredTurn = Omit<TableRow<typeof storedTurns>, 'id' | keyof typeof SESSION_COLUMNS> & { id: string };

export interface StoredSession {
  /** The summary is null if there is none, or if the viewer cannot read everything it was made from. */
  summary: ConversationSummary | null;
  /** Number of turns, from the first, that the summary covers. */
  summarisedTurns: number;
  /** Oldest first. */
  turns: StoredTurn[];
  /**
   * Sources of these turns that were found but not given to the model, and that were deleted or that the viewer cannot
   * read now.
   */
  hiddenSources: ReadonlySet<string>;
}

/**
 * Reads the last turns of a session in one statement. Row-level security removes answers and summaries whose context
 * had text of a source that was deleted or that the viewer cannot read now.
 * See decision 35.
 * @param part `unsummarised`: only turns after the summary; all if the summary is withheld
 */
export async function readStoredSession(
  viewer: Viewer,
  sessionId: string,
  part: 'all' | 'unsummarised',
): Promise<StoredSession> {
  const values = new Values();
  const session = values.add(sessionId);
  const isPreviewed = previewCondition(viewer, values);
  const statement = storedTurns.statement(
    (columns) => `with summary as materialized (
       select summary, summarised_turns, context_turns from chat_summary a where session_id = ${session} and ${isPreviewed}
     ),
     turn as materialized (
       select * from (
         select *, (row_number() over (order by created_at, id))::int as place from chat_turn where session_id = ${session}
       ) t
       ${part === 'all' ? '' : 'where place > coalesce((select summarised_turns from summary), 0)'}
       order by place desc limit ${MAX_TURNS}
     ),
     answer as materialized (
       select a.* from turn join chat_answer a on a.turn_id = turn.id where ${isPreviewed}
     ),
     source as (
       select array(select distinct turn_id from chat_turn_source
           where turn_id = any(${CONTEXT}) and given and not (access_level = 'public' and published)) as restricted,
         array(select distinct source_id from chat_turn_source x
           where turn_id = any(array(select turn_id from answer)) and not ${isReadable(viewer, values)}) as hidden
     )
     select ${columns}
     from source left join summary on true left join turn on true left join answer on answer.turn_id = turn.id
     order by place`,
  );
  const rows = await viewer.chatScope(sessionId).rows(statement, values.list);
  const [first] = rows;
  const text = first?.summary ?? null;
  const contextTurns = first?.summaryTurns ?? [];
  const hasRestrictedText = first?.summaryHasRestrictedText ?? false;
  return {
    summary: text === null ? null : { text, contextTurns, hasRestrictedText },
    summarisedTurns: first?.summarisedTurns ?? 0,
    turns: rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ ...row, id }])),
    hiddenSources: new Set(first?.hiddenSources),
  };
}

const { c: turn } = table(ChatTurnEntity, 'turn');
const { c: answer } = table(ChatAnswerEntity, 'answer');
const { c: summary } = table(ChatSummaryEntity, 'summary');

/** The same in each row. */
const SESSION_COLUMNS = {
  summary: orNull(summary.summary),
  summaryTurns: summary.contextTurns,
  summarisedTurns: orNull(summary.summarisedTurns),
  summaryHasRestrictedText: expression<boolean>('coalesce(summary.context_turns && source.restricted, false)'),
  hiddenSources: expression<string[]>('source.hidden'),
};

/** One row for each turn; one without a turn where there is none. */
const storedTurns = table(ChatTurnEntity, 'turn', {
  only: ['message', 'redactedAnswer', 'redactedTrace', 'hasOutsideText', 'createdAt'],
  add: {
    ...SESSION_COLUMNS,
    id: orNull(turn.id),
    /** Turns are counted from 1, by time. */
    place: expression<number>('turn.place'),
    /** The answer is null if its context had text of a source that was deleted or that the viewer cannot read now. */
    answer: orNull(answer.answer),
    trace: answer.trace,
    /** The turn itself and every turn whose text was in its context; null without an answer. */
    contextTurns: answer.contextTurns,
    /** The answer is readable, and its context had text of a restricted source. */
    hasRestrictedText: expression<boolean>('coalesce(answer.context_turns && source.restricted, false)'),
  },
});

/** The turns in the context of the turns read, and of the summary. */
const CONTEXT = `array(select unnest(context_turns) from answer union select unnest(context_turns) from summary)`;

/** Excludes what is not live, except the item that the viewer previews: the scope has all of it then. */
function previewCondition({ entitlement: { seesUnpublished, preview } }: Viewer, values: Values): string {
  if (seesUnpublished || !preview) return 'true';
  const item = `${values.add(preview.itemId)}::uuid`;
  return `not exists (select from chat_turn_source x where x.turn_id = any(a.context_turns) and x.given and not x.published
    and not exists (select from knowledge_source s where s.id = x.source_id and coalesce(s.draft_of, s.id) = ${item}))`;
}

function isReadable({ entitlement, site }: Viewer, values: Values): string {
  return `(${publishedCondition(entitlement, 'x.published')} and ${accessCondition(entitlement, 'x', values)} and exists (
    select from knowledge_source s where s.id = x.source_id and s.site_id = ${values.add(site.id)}
      and s.generation is not null and ${sourceTextCondition(entitlement, 's', values)}
      and (s.published and s.text_published or not x.published)
  ))`;
}
