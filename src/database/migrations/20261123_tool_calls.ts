import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** The last calls of webhook tools. */
export class ToolCalls extends Migration {
  override name = '20261123_tool_calls';

  override up(): void {
    this.addSql(`create table webhook_tool_call (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      tool_id uuid not null references webhook_tool on delete cascade,
      origin text not null check (origin in ('chat', 'test')),
      created_at timestamptz not null,
      duration_ms integer not null,
      status integer,
      error text
    )`);
    this.addSql('create index on webhook_tool_call (tool_id, created_at, id)');
    this.addSql('create index on webhook_tool_call (site_id)');
    this.addSql('create index on webhook_tool_call (created_at)');
    lockToSite(this, 'webhook_tool_call');
  }
}
