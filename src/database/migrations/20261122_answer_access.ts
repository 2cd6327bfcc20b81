import { Migration } from '@mikro-orm/migrations';
import { lockToAccess, mayBeSeen } from './lock-to-access.ts';
import { lockToSite } from './lock-to-site.ts';

/** The parts of a trace that hold no text of sources, tools or earlier turns. */
const TEXTLESS = `'{keywordTriggers,persona,rounds,finish,citations,tokens,steps}'::text[]`;

/**
 * What a model wrote, and how, in rows of their own with a policy of the access rule. A turn keeps what every reader of the
 * session may read.
 */
export class AnswerAccess extends Migration {
  override name = '20261122_answer_access';

  override up(): void {
    this.addSql(`create table chat_answer (
      turn_id uuid primary key references chat_turn on delete cascade,
      session_id uuid not null references chat_session on delete cascade,
      site_id uuid not null references site on delete cascade,
      answer jsonb not null,
      trace jsonb,
      context_turns uuid[]
    )`);
    this.addSql(`create table chat_summary (
      session_id uuid primary key references chat_session on delete cascade,
      site_id uuid not null references site on delete cascade,
      summary text not null,
      summarised_turns integer not null,
      context_turns uuid[]
    )`);
    this.addSql('create index on chat_answer (session_id)');
    for (const table of ['chat_answer', 'chat_summary']) {
      this.addSql(`create index on ${table} (site_id)`);
      lockToSite(this, table);
      lockToAccess(this, table, contextMayBeSeen(table));
    }
    this.moveAnswers();
    this.moveSummaries();
  }

  private moveAnswers(): void {
    this.addSql(`insert into chat_answer (turn_id, session_id, site_id, answer, trace, context_turns)
      select id, session_id, site_id, answer, trace, context_turns from chat_turn`);
    this.addSql('alter table chat_turn add column redacted_answer jsonb, add column redacted_trace jsonb');
    this.addSql(`update chat_turn set
      redacted_answer = answer - '{message,actions,citations}'::text[]
        || case when jsonb_typeof(answer -> 'toolCalls') = 'array' then jsonb_build_object('toolCalls', coalesce((
             select jsonb_agg(jsonb_build_object('name', call -> 'name', 'input', null, 'output', null) order by place)
             from jsonb_array_elements(answer -> 'toolCalls') with ordinality as c (call, place)
           ), '[]')) else '{}' end,
      redacted_trace = case when trace is not null then coalesce((
        select jsonb_object_agg(key, value) from jsonb_each(trace) where key = any (${TEXTLESS})), '{}') end`);
    // The index over traces goes with its column.
    this.addSql('alter table chat_turn drop column answer, drop column trace, drop column context_turns');
    this.addSql('alter table chat_turn alter column redacted_answer set not null');
    this.addSql('create index on chat_turn (created_at) where redacted_trace is not null');
  }

  private moveSummaries(): void {
    this.addSql(`insert into chat_summary (session_id, site_id, summary, summarised_turns, context_turns)
      select id, site_id, summary, summarised_turns, summary_turns from chat_session where summary is not null`);
    this.addSql(
      'alter table chat_session drop column summary, drop column summarised_turns, drop column summary_turns',
    );
  }
}

const CHAT_SESSION = `(select nullif(current_setting('lectern.chat_session', true), '')::uuid)`;

/**
 * What the row was made from is known, and each source that a model was given is readable now. For rows of the session that
 * the scope names, the turns with an unreadable source are found once for a statement: turns hold the turns before them, so
 * that asking for each row takes time with the square of the turns. A context never reaches beyond its session.
 */
export function contextMayBeSeen(row: string, isHidden = IS_HIDDEN): string {
  return `${row}.context_turns is not null and case when ${row}.session_id = ${CHAT_SESSION}
    then not ${row}.context_turns && (select array(
      select distinct x.turn_id from chat_turn t join chat_turn_source x on x.turn_id = t.id
      where t.session_id = ${CHAT_SESSION} and ${isHidden}))::uuid[]
    else not exists (select from chat_turn_source x where x.turn_id = any (${row}.context_turns) and ${isHidden}) end`;
}

/**
 * A source is readable at its present level, at the level of its text, and at the one that its text had then, as text may
 * move between sources. A deleted source is not readable.
 */
const IS_HIDDEN = `x.given and not (${mayBeSeen('x')}
  -- Through the source's own lock.
  and exists (select from knowledge_source s
    where s.id = x.source_id and s.generation is not null and ${mayBeSeen('s', 'text_')}))`;
