import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** Uploaded files in the knowledge base, the text that was read from them, and their processing jobs, with row-level security. */
export class Files extends Migration {
  override name = '20261121_files';

  override up(): void {
    this.addSql(`create table file (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      key text not null,
      name text not null,
      format text not null,
      content_type text not null,
      metadata jsonb not null,
      access_level text not null check (access_level in ('public', 'authenticated', 'premium', 'subscription')),
      required_subscriptions text[] not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint file_key unique (site_id, key)
    )`);
    this.addSql(`create table file_text (
      file_id uuid primary key references file on delete cascade,
      site_id uuid not null references site on delete cascade,
      version text not null,
      blocks jsonb not null,
      pages integer,
      ocr_pages integer not null,
      notes text[] not null
    )`);
    this.addSql('create index on file_text (site_id)');
    this.addSql(`create table file_job (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      file_id uuid not null references file on delete cascade,
      phase text not null check (phase in ('extraction', 'indexing', 'failed', 'cancelled')),
      progress integer not null,
      attempts integer not null,
      revision integer,
      error jsonb,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    this.addSql('create index on file_job (site_id, created_at desc, id desc)');
    this.addSql('create index on file_job (file_id, created_at desc)');
    this.addSql(`create unique index file_job_extraction_once on file_job (file_id) where phase = 'extraction'`);
    for (const table of ['file', 'file_text', 'file_job']) lockToSite(this, table);
  }
}
