import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

export class Triggers extends Migration {
  override name = '20261121_triggers';

  override up(): void {
    this.addSql(`create table trigger (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      type text not null check (type in ('keyword', 'intent')),
      value text not null,
      value_key text not null,
      confidence double precision not null,
      examples text[] not null,
      content_id text,
      message text,
      actions jsonb not null,
      skip_agent boolean not null,
      actions_only boolean not null,
      priority integer not null,
      enabled boolean not null,
      tags text[] not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    // By hash: a pattern may be longer than what fits into an index entry.
    this.addSql(`create unique index trigger_keyword on trigger (site_id, md5(value_key)) where type = 'keyword'`);
    this.addSql('create index on trigger (site_id, priority desc, created_at, id)');
    lockToSite(this, 'trigger');
  }
}
