import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** Endpoints of a site that its agent may call. */
export class WebhookTools extends Migration {
  override name = '20261121_webhook_tools';

  override up(): void {
    this.addSql(`create table webhook_tool (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      name text not null,
      description text not null,
      input_schema json not null,
      endpoint text not null,
      method text not null check (method in ('GET', 'POST')),
      headers jsonb not null,
      result_path text,
      enabled boolean not null,
      signing_secret text not null,
      former_secret text,
      former_secret_until timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint webhook_tool_name unique (site_id, name)
    )`);
    lockToSite(this, 'webhook_tool');
  }
}
