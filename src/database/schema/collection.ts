import type { TableSchema } from './sql/table-schema.ts';

export const collectionTables: readonly TableSchema[] = [
  {
    name: 'collection',
    purpose: 'Collections of content items.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      name text not null,
      slug text not null,
      description text,
      sort_order integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      revision integer not null default 1,
      constraint collection_slug unique (site_id, slug)`,
    hasRevision: true,
    topic: 'content',
    activity: { resource: 'collection', title: 'r.name' },
  },
];
