import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** What a webhook tool does and may be given, and calls that wait for the confirmation of a visitor. */
export class ToolConfirmation extends Migration {
  override name = '20261122_tool_confirmation';

  override up(): void {
    this.addSql(`alter table webhook_tool
      add column effect text check (effect in ('read', 'write')),
      add column runs_without_confirmation boolean not null default false,
      add column may_receive text not null default 'public' check (may_receive in ('none', 'public', 'entitled'))`);
    this.addSql(`alter table webhook_tool
      alter column runs_without_confirmation drop default,
      alter column may_receive drop default`);
    this.addSql(`create table chat_confirmation (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      session_id uuid not null references chat_session on delete cascade,
      token_hash text not null unique,
      user_id text,
      tool_id uuid not null references webhook_tool on delete cascade,
      tool_name text not null,
      tool_updated_at timestamptz not null,
      input jsonb not null,
      expires_at timestamptz not null
    )`);
    for (const column of ['site_id', 'session_id', 'tool_id', 'expires_at']) {
      this.addSql(`create index on chat_confirmation (${column})`);
    }
    lockToSite(this, 'chat_confirmation');
  }
}
