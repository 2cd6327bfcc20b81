import type { TableSchema } from './sql/table-schema.ts';

export const triggerTables: readonly TableSchema[] = [
  {
    name: 'trigger',
    purpose: 'Triggers of the agent, listed and checked in the order of `trigger_order`.',
    columns: `
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
      updated_at timestamptz not null,
      revision integer not null default 1`,
    indexes: [
      `create unique index trigger_keyword on trigger (site_id, md5(value_key)) where type = 'keyword'`,
      'create index trigger_order on trigger (site_id, ((- priority)), id)',
    ],
    hasRevision: true,
    activity: { resource: 'trigger', title: 'r.value', ignored: ['value_key'] },
  },
  {
    name: 'trigger_version',
    purpose: 'Counts the changes of the triggers of a site, by which kept ones are recognized as outdated.',
    columns: `
      site_id uuid primary key references site on delete cascade,
      version bigint not null`,
  },
];
