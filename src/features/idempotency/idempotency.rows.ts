import type { SiteRows, Scope, ScopeTransaction } from '../../database/database.ts';
import { type TableRow, table } from '../../database/table.ts';
import { IdempotentAnswerEntity } from './idempotency.entity.ts';

const KEEP = `interval '24 hours'`;
const REMOVED_AT_ONCE = 5_000;

/** Hashes of the caller, the operation and the input, because nothing else of a request must be stored. */
export interface RequestHashes {
  identity: Buffer;
  fingerprint: Buffer;
}

const answers = table(IdempotentAnswerEntity, 'a', { only: ['fingerprint', 'answer'] });
const { c } = answers;
export const FIND_BY_IDENTITY = answers.select(
  `where ${c.siteId} = $1 and ${c.identity} = $2 and ${c.expiresAt} > now()`,
);

export type StoredAnswer = TableRow<typeof answers>;

/** False if another transaction holds the key; released with the transaction. */
export async function lockKey(tx: ScopeTransaction, { identity }: RequestHashes): Promise<boolean> {
  const row = await tx.row<{ locked: boolean }>('select pg_try_advisory_xact_lock($1::bigint) as locked', [
    identity.readBigInt64BE().toString(),
  ]);
  return row?.locked === true;
}

/** Stores the key, with or without a response. False if the key exists and has not expired. */
export async function insertKey(
  tx: ScopeTransaction,
  { identity, fingerprint }: RequestHashes,
  answer: string | null,
): Promise<boolean> {
  const rows = await tx.rows(
    `insert into idempotent_answer as kept (site_id, identity, fingerprint, answer, bytes, expires_at)
     values ($1, $2, $3, $4, $5, now() + ${KEEP})
     on conflict (site_id, identity) do update
     set fingerprint = excluded.fingerprint, answer = excluded.answer, bytes = excluded.bytes, expires_at = excluded.expires_at
     where kept.expires_at <= now() returning 1`,
    [tx.siteId, identity, fingerprint, answer, answer?.length ?? 0],
  );
  return rows.length > 0;
}

export const SET_ANSWER = 'update idempotent_answer set answer = $3, bytes = $4 where site_id = $1 and identity = $2';
export const REMOVE_KEY = 'delete from idempotent_answer where site_id = $1 and identity = $2';

export async function usage(rows: SiteRows): Promise<{ count: number; bytes: number }> {
  const row = await rows.row<{ count: number; bytes: number }>(
    `select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes
     from idempotent_answer where site_id = $1 and expires_at > now()`,
    [rows.siteId],
  );
  return row ?? { count: 0, bytes: 0 };
}

/** Removes the expired answers of all sites. */
export async function removeExpiredAnswers(system: Scope): Promise<void> {
  for (;;) {
    const rows = await system.rows(
      `delete from idempotent_answer where (site_id, identity) in (
         select site_id, identity from idempotent_answer where expires_at <= now() limit ${REMOVED_AT_ONCE}
       ) returning 1`,
    );
    if (rows.length < REMOVED_AT_ONCE) return;
  }
}
