import { Migration } from '@mikro-orm/migrations';

/** What lists of conversations are filtered by. */
export class ChatLists extends Migration {
  override name = '20261123_chat_lists';

  override up(): void {
    // With defaults: instances of the previous version write turns until they are replaced.
    this.addSql(`alter table chat_turn add column is_unanswered boolean not null default false,
      add column has_failed_tool boolean not null default false,
      add column message_folded text collate "C" not null default ''`);
    this.describeTurns();
    this.addSql('create index on chat_session (site_id, updated_at desc, id desc)');
    this.addSql('create index on chat_turn (site_id, session_id) where is_unanswered');
    this.addSql('create index on chat_turn (site_id, session_id) where has_failed_tool');
    this.addSql('create index on chat_turn (site_id, persona_id, session_id)');
    this.addSql('create extension if not exists btree_gin');
    this.addSql('create index on chat_turn using gin (site_id, message_folded gin_trgm_ops)');
    this.addFunction();
  }

  private describeTurns(): void {
    this.addSql(`update chat_turn t set message_folded = lower(t.message),
        is_unanswered = a.answer -> 'metadata' ->> 'model' <> 'none'
          and ${isNull('citations')} and ${isNull('triggeredBy')} and ${isNull('actions')} and not ${someCall('not')},
        has_failed_tool = ${someCall('')}
      from chat_answer a where a.turn_id = t.id`);
  }

  /**
   * As with texts of content, row-level security does not let an index search for a part of a text. So the owner of the table
   * searches, in the site of the session alone.
   */
  private addFunction(): void {
    this.addSql(`create function chat_sessions_with(pattern text) returns table (id uuid)
      language sql stable security definer rows 100 set search_path = public, pg_temp as $$
        select distinct t.session_id from chat_turn t
        where t.site_id = (select nullif(nullif(current_setting('lectern.site_id', true), ''), '*')::uuid)
          and t.message_folded like pattern
    $$`);
  }
}

function isNull(name: string): string {
  return `coalesce(a.answer -> '${name}', 'null') = 'null'`;
}

/** Whether the output of a tool call is an error, or is none. */
function someCall(not: '' | 'not'): string {
  return `exists (select from jsonb_array_elements(
    case when jsonb_typeof(a.answer -> 'toolCalls') = 'array' then a.answer -> 'toolCalls' else '[]' end) as calls (call)
    where ${not} (jsonb_typeof(call -> 'output') = 'object' and call -> 'output' ? 'error'))`;
}
