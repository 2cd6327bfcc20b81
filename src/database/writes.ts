import type { EntitySchema } from '@mikro-orm/core';
import { ServiceError } from '../shared/errors.ts';
import type { PlanLimit } from '../shared/plan-limits.ts';
import { numberedSlug } from '../text/slug.ts';
import type { ScopeTransaction, SiteRows } from './database.ts';
import { columnName } from './columns.ts';
import { ACTOR_SETTING } from './connection/orm.ts';
import { OTHER_WRITES } from './connection/service-error.ts';

/** What the transaction changes from here on is logged as done by this actor; default: the one of the request or job. */
export async function setActor(tx: ScopeTransaction, actor: string): Promise<void> {
  await tx.rows(`select set_config('${ACTOR_SETTING}', $1, true)`, [actor.replaceAll('\0', '')]);
}

/**
 * @param resource its plural, for the error
 * @param condition which rows count, in SQL
 * @throws ServiceError BAD_REQUEST if the site has `max` rows. Only exact under a lock that all creations take.
 */
export async function assertBelowLimit<E>(
  tx: ScopeTransaction,
  entity: EntitySchema<E>,
  max: number,
  resource: string,
  condition = 'true',
): Promise<void> {
  const row = await tx.row<{ count: number }>(
    `select count(*)::int as count from ${entity.meta.tableName} where site_id = $1 and ${condition}`,
    [tx.siteId],
  );
  if ((row?.count ?? 0) >= max) throw new ServiceError('BAD_REQUEST', `A site has at most ${max} ${resource}`);
}

/**
 * Checks the limits before work that is in vain if its result cannot be stored. Every write is compared at its commit.
 * @throws ServiceError 409 or 429 if so much more would be beyond the limit of the site's plan
 */
export async function assertRoom(rows: SiteRows, limit: PlanLimit, amount = 1): Promise<void> {
  await rows.rows('select assert_site_limits($1::uuid, $2, $3::bigint)', [rows.siteId, limit, amount]);
}

/** Runs a write and converts a violated unique constraint to the error that `conflict` returns. */
export async function onDuplicate<T>(write: () => Promise<T>, conflict: () => Error): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isDuplicate(error) ? conflict() : error;
  }
}

/** Repeats a statement that changes some rows at a time, until it has changed fewer than that. */
export async function repeatInBatches(size: number, change: () => Promise<readonly unknown[]>): Promise<void> {
  while ((await change()).length >= size);
}

/** Repeats a write, up to `attempts` times in all, as long as it fails because of a concurrent one. */
export async function retry<T>(
  write: (isRetry: boolean) => Promise<T>,
  attempts: number,
  isOvertaken: (error: unknown) => boolean,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(attempt > 1);
    } catch (error) {
      if (attempt === attempts || !isOvertaken(error)) throw error;
    }
  }
}

const ATTEMPTS = 10;

/**
 * Repeats a write that violates a unique or foreign key because of a concurrent write: the next attempt reads what the
 * other one has written, so that its checks report the conflict or choose another value.
 * @throws ServiceError UNAVAILABLE if each of ten attempts met a concurrent write
 */
export async function retryOnConflict<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await retry(write, ATTEMPTS, isConflict);
  } catch (error) {
    throw isConflict(error) ? new ServiceError('UNAVAILABLE', OTHER_WRITES, {}, { cause: error }) : error;
  }
}

/** A violated unique or foreign key. */
export function isConflict(error: unknown): boolean {
  return isDuplicate(error) || errorCode(error) === FOREIGN_KEY_VIOLATION;
}

function isDuplicate(error: unknown): boolean {
  return errorCode(error) === UNIQUE_VIOLATION;
}

/** PostgreSQL's code, which errors of MikroORM have as well. */
function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** The rows among which a slug is unique: those of the site, or those that also have equal values in further columns. */
interface SlugScope {
  /** Id of the row that gets the slug: its own slug does not count as taken. */
  own: string;
  /** Further properties that must be equal for a slug to count as taken. */
  same?: Readonly<Record<string, string>>;
}

/** Those of the slugs that other rows have. */
export async function takenSlugs<E>(
  tx: ScopeTransaction,
  entity: EntitySchema<E>,
  slugs: readonly string[],
  { own, same = {} }: SlugScope,
): Promise<Set<string>> {
  const equal = Object.keys(same).map((property, index) => `and ${columnName(property)} = $${index + 4}`);
  const rows = await tx.rows<{ slug: string }>(
    `select slug from ${entity.meta.tableName}
     where site_id = $1 and slug = any($2::text[]) and id <> $3 ${equal.join(' ')}`,
    [tx.siteId, slugs, own, ...Object.values(same)],
  );
  return new Set(rows.map(({ slug }) => slug));
}

const FIRST_CANDIDATES = 20;

/**
 * The slug itself, or the slug with the lowest free number appended. Until the end of the transaction no other one chooses
 * among the same slugs: two that choose at once would choose the same.
 * @param isAllowed false for slugs that must not be used although they are free
 */
export async function freeSlug<E>(
  tx: ScopeTransaction,
  entity: EntitySchema<E>,
  slug: string,
  { isAllowed = () => true, ...among }: SlugScope & { isAllowed?: (slug: string) => boolean },
): Promise<string> {
  // "News 2" chooses among the numbers of "News".
  const stem = slug.replace(/(?:-\d+)+$/, '');
  await tx.lock([entity.meta.tableName, ...Object.values(among.same ?? {}), stem].join(' '));
  let candidates = [slug, ...numberSlugs(slug, 2, FIRST_CANDIDATES)];
  for (let next = 2 + FIRST_CANDIDATES; ; next += candidates.length) {
    const takenNames = await takenSlugs(tx, entity, candidates, among);
    const free = candidates.find((candidate) => !takenNames.has(candidate) && isAllowed(candidate));
    if (free !== undefined) return free;
    candidates = numberSlugs(slug, next, next * 3);
  }
}

function numberSlugs(slug: string, first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => numberedSlug(slug, first + index));
}
