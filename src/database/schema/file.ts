import { accessLevel } from './sql/access-level.ts';
import { allowsRow } from './sql/row-security.ts';
import type { TableSchema } from './sql/table-schema.ts';

/** The tables of uploaded files in the knowledge base. */
export const fileTables: readonly TableSchema[] = [
  {
    name: 'file',
    purpose: 'Files in the knowledge base. `follows_folder`: the access level is that of the folder that the upload is in.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      key text not null,
      name text not null,
      format text not null,
      content_type text not null,
      metadata jsonb not null,
      access_level text not null ${accessLevel('access_level')},
      required_subscriptions text[] not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      follows_folder boolean not null,
      constraint file_key unique (site_id, key)`,
    access: allowsRow('file'),
    activity: { resource: 'file', title: 'r.name', ignored: ['follows_folder'] },
  },
  {
    name: 'file_text',
    purpose: 'The text that was read from a file.',
    columns: `
      file_id uuid primary key references file on delete cascade,
      site_id uuid not null references site on delete cascade,
      version text not null,
      blocks jsonb not null,
      pages integer,
      ocr_pages integer not null,
      notes text[] not null`,
    indexes: [
      'create index on file_text (site_id)',
    ],
    access: 'exists (select from file f where f.id = file_text.file_id)',
  },
  {
    name: 'file_job',
    purpose: `Processing jobs of files. Lists count all jobs of a site: each has its file's access level, because reading the
      file for each takes too long.`,
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      file_id uuid not null references file on delete cascade,
      phase text not null check (phase in ('extraction', 'indexing', 'failed', 'cancelled')),
      progress integer not null,
      attempts integer not null,
      revision integer,
      error jsonb,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      access_level text not null,
      required_subscriptions text[] not null`,
    indexes: [
      'create index on file_job (site_id, created_at desc, id desc)',
      'create index on file_job (file_id, created_at desc)',
      `create unique index file_job_extraction_once on file_job (file_id) where phase = 'extraction'`,
    ],
    access: allowsRow('file_job'),
  },
];
