import type { TableSchema } from './sql/table-schema.ts';

export const personaTables: readonly TableSchema[] = [
  {
    name: 'persona',
    purpose: 'Personas of the agent.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      name text not null,
      slug text not null,
      system_prompt text not null,
      description text,
      avatar text,
      is_default boolean not null,
      app_type text not null,
      capability_tier text not null,
      expertise text[] not null,
      voice jsonb not null,
      behavior jsonb not null,
      video_config jsonb,
      catalog_config jsonb,
      sdk_response_config jsonb not null,
      welcome_message text,
      suggested_questions text[] not null,
      status text not null check (status in ('draft', 'active', 'archived')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      revision integer not null default 1,
      constraint persona_slug unique (site_id, slug)`,
    indexes: [
      'create unique index persona_default on persona (site_id) where is_default',
    ],
    hasRevision: true,
    activity: { resource: 'persona', title: 'r.name' },
  },
];
