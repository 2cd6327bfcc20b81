import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** Sites, keys, content, the knowledge base and its jobs, with row-level security on all of them. */
export class Foundation extends Migration {
  override name = '20261121_foundation';

  override up(): void {
    this.addSql(`do $$ begin
      create role lectern_service nologin;
    exception when duplicate_object or unique_violation then null; end $$`);
    this.addSql('grant lectern_service to current_user');
    this.addSql('grant usage on schema public to lectern_service');
    this.addSql(
      'alter default privileges in schema public grant select, insert, update, delete on tables to lectern_service',
    );
    this.addSql('create extension if not exists pg_trgm');

    this.addSql(`create table site (
      id uuid primary key,
      name text not null,
      owner_email text not null,
      plan text not null check (plan in ('free', 'pro', 'enterprise')),
      trust_caller_user boolean not null,
      forms jsonb not null,
      identity_project_id text,
      identity_service_account text,
      subscriptions jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    this.addSql(`create table api_key (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      name text not null,
      hash text not null unique,
      prefix text not null,
      scopes text[] not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      expires_at timestamptz,
      revoked_at timestamptz
    )`);
    this.addSql('create index on api_key (site_id)');
    this.addSql(`create table content_type (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      name text not null,
      slug text not null,
      plural_name text,
      description text,
      icon text,
      fields jsonb not null,
      built_in_fields jsonb not null,
      ai_config jsonb not null,
      access_level text not null,
      status text not null check (status in ('active', 'draft', 'archived')),
      built_in boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint content_type_slug unique (site_id, slug)
    )`);
    this.addSql(`create table collection (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      name text not null,
      slug text not null,
      description text,
      sort_order integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint collection_slug unique (site_id, slug)
    )`);
    this.addSql(`create table content_item (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      external_id text not null,
      type text not null,
      content_type_id uuid references content_type on delete set null,
      title text not null,
      title_folded text collate "C" not null,
      content text,
      excerpt text,
      slug text not null,
      url text,
      language text not null,
      categories text[] not null,
      tags text[] not null,
      status text not null check (status in ('draft', 'published', 'archived')),
      access_level text not null check (access_level in ('public', 'authenticated', 'premium', 'subscription')),
      required_subscriptions text[] not null,
      author text,
      featured_image text,
      custom_fields jsonb not null,
      metadata jsonb,
      video_metadata jsonb,
      document_metadata jsonb,
      course_metadata jsonb,
      ai_indexed boolean not null,
      collection_id uuid references collection on delete set null,
      sort_order integer not null,
      published_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint content_item_external_id unique (site_id, external_id),
      constraint content_item_slug unique (site_id, type, slug)
    )`);
    this.addSql('create index on content_item (site_id, published_at desc nulls last, id desc)');
    this.addSql('create index on content_item (site_id, type, published_at desc nulls last, id desc)');
    this.addSql('create index on content_item (site_id, created_at, id)');
    this.addSql('create index on content_item (content_type_id)');
    this.addSql('create index on content_item (collection_id)');
    this.addSql('create index on content_item using gin (title_folded gin_trgm_ops)');

    this.addSql(`create table knowledge_document (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      title text not null,
      content text not null,
      content_type text not null,
      metadata jsonb not null,
      tags text[] not null,
      access_level text not null check (access_level in ('public', 'authenticated', 'premium', 'subscription')),
      required_subscriptions text[] not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    this.addSql('create index on knowledge_document (site_id, created_at desc, id desc)');
    this.addSql('create index on knowledge_document using gin (tags)');
    this.addSql(`create table knowledge_source (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      kind text not null check (kind in ('content', 'document', 'file', 'video')),
      title text not null,
      file_name text not null,
      content_type text not null,
      access_level text not null check (access_level in ('public', 'authenticated', 'premium', 'subscription')),
      required_subscriptions text[] not null,
      status text not null check (status in ('queued', 'processing', 'completed', 'failed')),
      error jsonb,
      chunks integer not null,
      revision integer not null,
      generation integer,
      text_access_level text,
      text_required_subscriptions text[],
      created_at timestamptz not null,
      processed_at timestamptz
    )`);
    this.addSql('create index on knowledge_source (site_id, created_at desc, id desc)');
    this.addSql(`create table chunk (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      source_id uuid not null references knowledge_source on delete cascade,
      generation integer not null,
      position integer not null,
      section text[] not null,
      text text not null,
      page integer,
      start_time double precision,
      end_time double precision,
      embedder text not null,
      digest text not null,
      embedding bytea not null,
      constraint chunk_position unique (source_id, generation, position)
    )`);
    // Vectors do not compress: trying costs time at every write.
    this.addSql('alter table chunk alter column embedding set storage external');
    this.addSql('create index on chunk (site_id)');
    this.addSql(`create table job (
      id uuid primary key,
      site_id uuid references site on delete cascade,
      lane uuid not null,
      kind text not null,
      key text not null,
      payload jsonb not null,
      status text not null check (status in ('queued', 'running', 'completed', 'failed')),
      attempts integer not null,
      run_at timestamptz not null,
      lease uuid,
      leased_until timestamptz,
      error jsonb,
      created_at timestamptz not null,
      finished_at timestamptz
    )`);
    this.addSql(`create unique index job_queued_once on job (kind, key) where status = 'queued'`);
    this.addSql(`create unique index job_running_once on job (kind, key) where status = 'running'`);
    this.addSql(`create index on job (lane, run_at, id) where status = 'queued'`);
    this.addSql(`create index on job (leased_until) where status = 'running'`);
    this.addSql('create index on job (site_id)');
    this.addSql(`create index on job (finished_at) where status in ('completed', 'failed')`);

    lockToSite(this, 'site', 'id');
    for (const table of [
      'api_key',
      'content_type',
      'collection',
      'content_item',
      'knowledge_document',
      'knowledge_source',
      'chunk',
      'job',
    ]) {
      lockToSite(this, table);
    }
  }
}
