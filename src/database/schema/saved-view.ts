import type { TableSchema } from './sql/table-schema.ts';

export const savedViewTables: readonly TableSchema[] = [
  {
    name: 'saved_view',
    purpose: 'Lists of content that a user has saved, for each site.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      created_at timestamptz not null,
      name text not null,
      content_type text,
      status text,
      search text,
      created_by_me boolean not null,
      sort text,
      columns text[] not null,
      unique (site_id, user_id, name)`,
    indexes: [
      'create index on saved_view (user_id)',
    ],
  },
];
