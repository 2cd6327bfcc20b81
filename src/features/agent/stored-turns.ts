import { Values } from '../../database/columns.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import type { ChatAnswer } from './agent.types.ts';

/** How many turns of a session are read. */
const MAX_TURNS = 200;

/** A turn as it is stored, with what the present access rule says of it. */
export interface StoredTurn {
  id: string;
  /** From 1, by time. */
  place: number;
  message: string;
  answer: ChatAnswer;
  trace: Record<string, unknown> | null;
  /** The turn itself and every turn whose text was in its context. */
  contextTurns: string[] | null;
  hasOutsideText: boolean;
  createdAt: string;
  /** Its context held text of a source that not everybody may see. */
  hasRestrictedText: boolean;
  /** Its context held text of a source that the viewer may not see now, or that is gone. */
  isWithheld: boolean;
}

export interface StoredSession {
  summary: string | null;
  /** The turns that the summary was made from, and those in their context. */
  summaryTurns: string[];
  summaryHasRestrictedText: boolean;
  /** How many turns, from the first, the summary covers. */
  summarisedTurns: number;
  /** Oldest first. */
  turns: StoredTurn[];
  /** Sources of these turns that the viewer may not see now, or that are gone. */
  hiddenSources: ReadonlySet<string>;
}

/**
 * One statement: the last turns of a session, each checked against the access rule as it is now. A source counts as readable
 * only if it is in the knowledge base and the viewer may see it both at its present level and at the one that its text had
 * when the turn was given it, as that text may since have been moved elsewhere.
 * @param part `unsummarised`: only turns that the summary does not cover, all where the summary is withheld
 */
export async function readStoredSession(
  viewer: Viewer,
  sessionId: string,
  part: 'all' | 'unsummarised',
): Promise<StoredSession> {
  const values = new Values();
  const session = values.add(sessionId);
  const rows = await viewer.scope.rows<Row>(
    `with session as (
       select summary, summarised_turns, summary_turns,
         summary_turns is null or cardinality(${hiddenTurns(viewer, values, 'summary_turns')}) > 0 as is_withheld
       from chat_session where id = ${session}
     ),
     turn as materialized (
       select * from (
         select *, (row_number() over (order by created_at, id))::int as place from chat_turn where session_id = ${session}
       ) t
       ${part === 'all' ? '' : 'where place > (select case when is_withheld then 0 else summarised_turns end from session)'}
       order by place desc limit ${MAX_TURNS}
     ),
     hidden as (
       select ${hiddenTurns(viewer, values, CONTEXT)} as turns,
         array(select distinct turn_id from chat_turn_source
           where turn_id = any(${CONTEXT}) and given and access_level <> 'public') as restricted,
         ${hiddenSources(viewer, values, 'array(select id from turn)')} as sources
     )
     select case when is_withheld then null else summary end as summary,
       case when is_withheld then '{}' else summary_turns end as "summaryTurns",
       coalesce(summary_turns && hidden.restricted, false) as "summaryHasRestrictedText",
       case when is_withheld then 0 else summarised_turns end as "summarisedTurns",
       hidden.sources as "hiddenSources", turn.id, place, message, answer, trace, context_turns as "contextTurns",
       has_outside_text as "hasOutsideText", created_at as "createdAt",
       coalesce(context_turns && hidden.restricted, false) as "hasRestrictedText",
       context_turns is null or context_turns && hidden.turns as "isWithheld"
     from session cross join hidden left join turn on true order by place`,
    values.list,
  );
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

type Row = Omit<StoredTurn, 'id'> & { id: string | null } & Pick<
    StoredSession,
    'summary' | 'summaryTurns' | 'summaryHasRestrictedText' | 'summarisedTurns'
  > & {
    hiddenSources: string[];
  };

/** The turns in the context of those read, and of the summary. */
const CONTEXT = `array(select unnest(context_turns) from turn union select unnest(summary_turns) from session)`;

/** As an array: those of the turns whose model was given a source that the viewer may not see. */
function hiddenTurns(viewer: Viewer, values: Values, turns: string): string {
  return `array(select distinct x.turn_id from chat_turn_source x
    where x.turn_id = any(${turns}) and x.given and not ${isReadable(viewer, values)})`;
}

/** As an array: the sources of the turns, found or given, that the viewer may not see. */
function hiddenSources(viewer: Viewer, values: Values, turns: string): string {
  return `array(select distinct x.source_id from chat_turn_source x
    where x.turn_id = any(${turns}) and not ${isReadable(viewer, values)})`;
}

function isReadable({ entitlement, site }: Viewer, values: Values): string {
  return `(${accessCondition(entitlement, 'x', values)} and exists (
    select from knowledge_source s where s.id = x.source_id and s.site_id = ${values.add(site.id)}
      and s.generation is not null and ${accessCondition(entitlement, 's', values)}
      and ${accessCondition(entitlement, 's', values, 'text_')}
  ))`;
}
