import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** Sessions with their turns, the trace of each, and what was used of the models. */
export class Chat extends Migration {
  override name = '20261121_chat';

  override up(): void {
    this.addSql(`create table chat_session (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      key text not null,
      user_id text,
      summary text,
      summarised_turns integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint chat_session_key unique (site_id, key)
    )`);
    this.addSql(`create table chat_turn (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      session_id uuid not null references chat_session on delete cascade,
      message text not null,
      answer jsonb not null,
      persona_id uuid,
      trace jsonb,
      created_at timestamptz not null
    )`);
    this.addSql('create index on chat_turn (session_id, created_at, id)');
    this.addSql('create index on chat_turn (site_id)');
    this.addSql('create index on chat_turn (created_at) where trace is not null');
    this.addSql(`create table model_usage (
      site_id uuid not null references site on delete cascade,
      day date not null,
      model text not null,
      turns integer not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      primary key (site_id, day, model)
    )`);
    for (const table of ['chat_session', 'chat_turn', 'model_usage']) lockToSite(this, table);
  }
}
