import type { TableSchema } from './sql/table-schema.ts';

export const jobTables: readonly TableSchema[] = [
  {
    name: 'job',
    purpose: 'Jobs, by lane in turn. `waits_for` is the service that a job waits for while that is away.',
    columns: `
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
      finished_at timestamptz,
      waits_for text,
      waits_since timestamptz`,
    indexes: [
      `create unique index job_queued_once on job (kind, key) where status = 'queued'`,
      `create unique index job_running_once on job (kind, key) where status = 'running'`,
      `create index on job (lane, run_at, id) where status = 'queued'`,
      `create index on job (leased_until) where status = 'running'`,
      'create index on job (site_id)',
      `create index on job (finished_at) where status in ('completed', 'failed')`,
      `create index job_waits_for on job (waits_for) where (status = 'queued') and (waits_for is not null)`,
      `create index job_kind_run_at on job (kind, run_at) where status = 'queued'`,
    ],
  },
];
