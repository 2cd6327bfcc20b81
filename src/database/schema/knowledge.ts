import { accessLevel } from './sql/access-level.ts';
import { SEES_DRAFTS, allowsPublication, allowsRow, allowsText } from './sql/row-security.ts';
import type { TableSchema } from './sql/table-schema.ts';
import { octets } from './sql/usage-count.ts';
import { webhookTrigger } from './sql/webhook-trigger.ts';

const IS_PENDING = `r.status in ('queued', 'processing')`;

/**
 * What a text is expected to make until it is indexed: about 1,000 bytes a chunk. Of one that was indexed before, the least
 * that it can make, so that a change that adds little is accepted where little is left.
 */
const EXPECTED_CHUNKS = `case when r.generation is null then greatest(1, ceil(r.text_bytes / 1000.0))
  else ceil(r.text_bytes / 2000.0) end`;

/**
 * The policies of `content_draft` apply in the condition: the access levels of the draft and of its item. With `offset 0` the
 * planner looks at one draft at a time.
 */
const ALLOWS_DRAFT = `knowledge_source.draft_of is null
  or ${SEES_DRAFTS} and exists (select from content_draft d where d.id = knowledge_source.draft_of
    offset 0)`;

const queueWebhooks = `create function queue_knowledge_source_webhooks() returns trigger language plpgsql as $$
  declare begin
    perform queue_webhook(new.site_id,
      case new.status when 'completed' then 'knowledge.indexed' else 'knowledge.failed' end, new.id,
      jsonb_build_object('id', new.id, 'kind', new.kind)
        || case new.status when 'completed' then jsonb_build_object('chunks', new.chunks)
          else jsonb_build_object('error', new.error -> 'code') end);
    return null;
  end $$`;

/** A job that is run again marks a source as completed whose text is already searched. */
const HAS_FINISHED = `new.draft_of is null
  and ((new.status = 'completed' and new.generation is distinct from old.generation)
    or (new.status = 'failed' and old.status <> 'failed'))`;

/** A site that is being deleted has its index removed whole. */
const removeDraftVectors = `create function remove_draft_vectors() returns trigger language plpgsql as $$
  begin
    insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
    select gen_random_uuid(), old.site_id, old.site_id, 'index-source', old.id::text, '{}', 'queued', 0, now(), now()
    where exists (select from site s where s.id = old.site_id)
    on conflict (kind, key) where status = 'queued' do nothing;
    return null;
  end $$`;

/** The statements remove the sources that they see, and return the jobs. */
const removeContentSources = `create function remove_content_sources() returns trigger language plpgsql as $$
  begin
    with source as (
      delete from knowledge_source s using deleted where s.id = deleted.id returning s.id, s.site_id)
    insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
    select gen_random_uuid(), site_id, site_id, 'index-source', id::text, '{}', 'queued', 0, now(), now()
    from source where exists (select from site where site.id = source.site_id)
    on conflict (kind, key) where status = 'queued' do nothing;
    return null;
  end
$$`;

const removeDraftSource = `create function remove_draft_source() returns trigger language plpgsql as $$
  begin
    delete from knowledge_source s where s.draft_of = new.id;
    return null;
  end
$$`;

/** Documents of the knowledge base, its sources of every kind, and their chunks. */
export const knowledgeTables: readonly TableSchema[] = [
  {
    name: 'knowledge_document',
    purpose: 'Documents of the knowledge base.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      title text not null,
      content text not null,
      content_type text not null,
      metadata jsonb not null,
      tags text[] not null,
      access_level text not null ${accessLevel('access_level')},
      required_subscriptions text[] not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      revision integer not null default 1`,
    indexes: [
      'create index on knowledge_document (site_id, created_at desc, id desc)',
      'create index on knowledge_document using gin (tags)',
    ],
    access: allowsRow('knowledge_document'),
    hasRevision: true,
    activity: { resource: 'document', title: 'r.title' },
    usage: { stored_bytes: octets(['r.title', 'r.content', 'r.metadata::text']) },
  },
  {
    name: 'knowledge_source',
    purpose: `What is searched: content items, drafts, documents, files and videos. \`text_…\` is what the source was when its
      text was indexed. The text of a draft is a source of its own, which ends with the draft; only scopes with the level
      \`drafts\` have it.`,
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      kind text not null check (kind in ('content', 'document', 'file', 'video', 'draft')),
      title text not null,
      file_name text not null,
      content_type text not null,
      access_level text not null ${accessLevel('access_level')},
      required_subscriptions text[] not null,
      status text not null check (status in ('queued', 'processing', 'completed', 'failed')),
      error jsonb,
      chunks integer not null,
      revision integer not null,
      generation integer,
      text_access_level text,
      text_required_subscriptions text[],
      created_at timestamptz not null,
      processed_at timestamptz,
      embedded real not null default 0,
      published boolean not null default true,
      text_published boolean not null default true,
      front_matter jsonb check (octet_length(front_matter::text) <= 131072),
      draft_of uuid references content_draft on delete cascade,
      keywords text[] not null default '{}',
      text_bytes bigint not null default 0,
      constraint knowledge_source_draft_check check ((kind = 'draft') = (draft_of is not null) and not (published and draft_of is not null))`,
    indexes: [
      'create index on knowledge_source (site_id, created_at desc, id desc)',
      `create index knowledge_source_failed on knowledge_source (site_id) where status = 'failed'`,
      'create unique index knowledge_source_draft on knowledge_source (draft_of) where draft_of is not null',
      'create index knowledge_source_processed on knowledge_source (site_id, processed_at)',
    ],
    access: `(${allowsRow('knowledge_source')} and ${allowsPublication('knowledge_source.published')} and (${ALLOWS_DRAFT}))`,
    usage: {
      chunk: `case when ${IS_PENDING} then greatest(r.chunks, ${EXPECTED_CHUNKS}) else r.chunks end`,
      document: `(r.kind in ('document', 'file', 'video'))::int`,
      pending_job: `(${IS_PENDING})::int`,
    },
    triggers: [
      webhookTrigger('knowledge_source', 'after update', HAS_FINISHED),
      {
        name: 'remove_draft_vectors',
        when: 'after delete',
        purpose: `Queues the removal of a draft's vectors from the index, whatever removes the draft: it may be the deletion of
          its item.`,
        sql: 'for each row when (old.draft_of is not null) execute function remove_draft_vectors()',
      },
    ],
    functions: [queueWebhooks, removeDraftVectors, removeContentSources, removeDraftSource],
  },
  {
    name: 'chunk',
    purpose: 'Passages of the sources, with the vector of the first embedding model.',
    columns: `
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
      constraint chunk_position unique (source_id, generation, position)`,
    indexes: [
      'create index on chunk (site_id)',
    ],
    // Through the source's own policies, and what it was when the text was written.
    access: `exists (select from knowledge_source s where s.id = chunk.source_id and ${allowsText('s')})`,
    // Vectors do not compress: trying costs time at every write.
    statements: ['alter table chunk alter column embedding set storage external'],
  },
  {
    name: 'chunk_vector',
    purpose: 'Vectors of further embedding models for a chunk.',
    columns: `
      chunk_id uuid not null references chunk on delete cascade,
      site_id uuid not null references site on delete cascade,
      embedder text not null,
      embedding bytea not null,
      primary key (chunk_id, embedder)`,
    indexes: [
      'create index on chunk_vector (site_id)',
    ],
    // The policies of `chunk` apply in the condition.
    access: 'exists (select from chunk c where c.id = chunk_vector.chunk_id)',
    statements: ['alter table chunk_vector alter column embedding set storage external'],
  },
  {
    name: 'embedding_state',
    purpose: 'Which embedding model is searched, and the change to the next one: one row for the installation.',
    columns: `
      only_one boolean default true check (only_one) primary key,
      generation integer not null default 1,
      active jsonb not null,
      next jsonb,
      cancelled text,
      former jsonb not null default '[]',
      embedded integer not null default 0,
      chunks integer not null default 0,
      started_at timestamptz`,
    rows: 'all',
  },
];
