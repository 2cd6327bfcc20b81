import type { TableSchema } from './sql/table-schema.ts';

export const idempotencyTables: readonly TableSchema[] = [
  {
    name: 'idempotent_answer',
    purpose: 'Answers of requests that had an `Idempotency-Key`, for as long as they are repeated.',
    columns: `
      site_id uuid not null references site on delete cascade,
      identity bytea not null,
      fingerprint bytea not null,
      answer text,
      bytes integer not null,
      expires_at timestamptz not null,
      primary key (site_id, identity)`,
    indexes: [
      'create index idempotent_answer_expiry on idempotent_answer (expires_at)',
      'create index idempotent_answer_usage on idempotent_answer (site_id, expires_at) include (bytes)',
    ],
  },
];
