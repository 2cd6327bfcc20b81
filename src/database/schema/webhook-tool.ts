import { rotation } from './sql/activity-log.ts';
import type { TableSchema } from './sql/table-schema.ts';

/** Endpoints of a site that its agent may call. */
export const webhookToolTables: readonly TableSchema[] = [
  {
    name: 'webhook_tool',
    purpose: 'Webhook tools: endpoints of a site that its agent may call, and what they may be given.',
    columns: `
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
      effect text check (effect in ('read', 'write')),
      runs_without_confirmation boolean not null,
      may_receive text not null check (may_receive in ('none', 'public', 'entitled')),
      revision integer not null default 1,
      constraint webhook_tool_name unique (site_id, name)`,
    hasRevision: true,
    activity: {
      resource: 'webhook_tool',
      title: 'r.name',
      ignored: ['former_secret', 'former_secret_until'],
      actions: { update: rotation('signing_secret') },
    },
  },
  {
    name: 'webhook_tool_call',
    purpose: 'The last calls of webhook tools.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      tool_id uuid not null references webhook_tool on delete cascade,
      origin text not null check (origin in ('chat', 'test')),
      created_at timestamptz not null,
      duration_ms integer not null,
      status integer,
      error text`,
    indexes: [
      'create index on webhook_tool_call (tool_id, created_at, id)',
      'create index on webhook_tool_call (site_id)',
      'create index on webhook_tool_call (created_at)',
    ],
  },
];
