import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** What is kept of submitted forms, with row-level security. */
export class Forms extends Migration {
  override name = '20261121_forms';

  override up(): void {
    this.addSql(`create table form_submission (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      form_id text,
      form_name text not null,
      field_count integer not null,
      page_url text,
      source text not null,
      anonymized_fields text[] not null,
      created_at timestamptz not null
    )`);
    this.addSql('create index on form_submission (site_id, created_at desc, id desc)');
    this.addSql('create index on form_submission (site_id, form_id, created_at desc, id desc)');
    lockToSite(this, 'form_submission');
  }
}
