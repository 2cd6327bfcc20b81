import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** The lists grow with the square of a session's turns, so those far into a long session count as unknown. */
const MAX_CONTEXT_TURNS = 500;

/**
 * What the text of a stored turn was made from, so that it can be checked against the access rule whenever it is read:
 * `context_turns` names the turn itself and every turn whose text was in its context (null: unknown, so hidden),
 * and `chat_turn_source` the sources that each of these was given, with the access level that their text had then.
 * Sources are no foreign keys: a row that outlives its source is what withholds the turn.
 */
export class ChatSources extends Migration {
  override name = '20261122_chat_sources';

  override up(): void {
    this.addSql('alter table chat_turn add column context_turns uuid[]');
    this.addSql('alter table chat_turn add column has_outside_text boolean not null default true');
    this.addSql('alter table chat_turn alter column has_outside_text drop default');
    this.addSql('alter table chat_session add column summary_turns uuid[]');
    this.addSql(`create table chat_turn_source (
      turn_id uuid not null references chat_turn on delete cascade,
      site_id uuid not null references site on delete cascade,
      source_id uuid not null,
      access_level text not null check (access_level in ('public', 'authenticated', 'premium', 'subscription')),
      required_subscriptions text[] not null,
      given boolean not null,
      primary key (turn_id, source_id)
    )`);
    this.addSql('create index on chat_turn_source (site_id)');
    lockToSite(this, 'chat_turn_source');
    this.sourcesOfTraces();
    this.contextOfTurns();
  }

  /** Turns that are still traced tell their sources; at which level their text was given, only the present row can tell. */
  private sourcesOfTraces(): void {
    this.addSql(`insert into chat_turn_source
      select t.id, t.site_id, (d ->> 'sourceId')::uuid, coalesce(s.text_access_level, s.access_level, 'public'),
        coalesce(s.text_required_subscriptions, s.required_subscriptions, '{}'),
        bool_or(d ->> 'given' is distinct from 'false')
      from chat_turn t
        cross join lateral jsonb_array_elements((t.trace -> 'documents') || (t.trace -> 'candidates')) d
        left join knowledge_source s on s.id = (d ->> 'sourceId')::uuid
      where t.trace is not null
      group by t.id, t.site_id, d ->> 'sourceId', s.id`);
  }

  /** Any turn may have been given all before it, so it is known only where these are. */
  private contextOfTurns(): void {
    this.addSql(`update chat_turn set context_turns = known.turns from (
        select id, array_agg(id) over earlier as turns,
          count(*) over earlier <= ${MAX_CONTEXT_TURNS}
            and bool_and(trace is not null or answer -> 'metadata' ->> 'model' = 'none') over earlier as is_known
        from chat_turn window earlier as (partition by session_id order by created_at, id)
      ) known where known.id = chat_turn.id and known.is_known`);
    this.addSql(`update chat_session set summary_turns = known.turns from (
        select session_id, array_agg(id) as turns, bool_and(context_turns is not null) as is_known
        from chat_turn group by session_id
      ) known where known.session_id = chat_session.id and summary is not null and known.is_known`);
  }
}
