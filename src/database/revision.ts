import { type EntitySchema, type FilterQuery, LockMode } from '@mikro-orm/core';
import { ServiceError, orNotFound } from '../shared/errors.ts';
import { isId } from '../shared/ids.ts';
import type { Scope, ScopeTransaction, SiteRows } from './database.ts';
import type { Statement } from './table.ts';
import { retry } from './writes.ts';

/** The revision at which the caller has read the resource that it writes; null or undefined: any. */
export type ExpectedRevision = number | null | undefined;

/** A row whose revision PostgreSQL advances with each update. */
interface RevisedRow {
  id: string;
  revision: number;
}

interface Expectation {
  /** Its name, as in `notFound`. */
  resource: string;
  expected?: ExpectedRevision;
}

/** How a resource is found: by a unique property. */
type Key<E> = { [K in keyof E]?: string };

/**
 * @throws ServiceError 412 with the current revision if the resource was written since the caller has read it
 * See decision 84.
 */
export function assertRevision({ revision }: Pick<RevisedRow, 'revision'>, expected: ExpectedRevision): void {
  if (expected === null || expected === undefined || expected === revision) return;
  const message = `The resource has changed: its current revision is ${revision}`;
  throw new ServiceError('PRECONDITION_FAILED', message, { revision });
}

/** One of the concurrent writes succeeds in each round. */
const MAX_ATTEMPTS = 50;

/** Repeats a write that reads the resource first, while others write it in between, as `isOvertaken` tells by the error. */
export function retryOvertaken<T>(
  write: (isRetry: boolean) => Promise<T>,
  isOvertaken: (error: ServiceError) => boolean,
): Promise<T> {
  return retry(write, MAX_ATTEMPTS, (error) => error instanceof ServiceError && isOvertaken(error));
}

/** Tells whether a write whose caller named no revision failed by one. */
export function isOutdated({ code }: ServiceError, expected: ExpectedRevision): boolean {
  return code === 'PRECONDITION_FAILED' && (expected === null || expected === undefined);
}

/**
 * The row, locked until the end of the transaction, so that concurrent changes of it are sequential and none undoes
 * another.
 * @throws ServiceError 404 if there is none, 412 if it has another revision than expected
 */
export async function findForUpdate<E extends RevisedRow>(
  tx: ScopeTransaction,
  entity: EntitySchema<E>,
  key: Key<E>,
  { resource, expected }: Expectation,
): Promise<E> {
  const isPossible = key.id === undefined || isId(key.id);
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const row = isPossible ? await tx.em.findOne(entity, key as FilterQuery<E>, { lockMode }) : null;
  const found = orNotFound(row, resource) as unknown as E;
  assertRevision(found, expected);
  return found;
}

/** Locks a row of the site that is then changed by SQL, like `findForUpdate`. */
export async function lockForUpdate<E extends RevisedRow>(
  tx: ScopeTransaction,
  entity: EntitySchema<E>,
  id: string,
  { resource, expected }: Expectation,
): Promise<void> {
  const [row] = isId(id)
    ? await tx.rows<RevisedRow>(
        `select id, revision from ${entity.meta.tableName} where site_id = $1 and id = $2 for update`,
        [tx.siteId, id],
      )
    : [];
  assertRevision(orNotFound(row, resource), expected);
}

/**
 * Reads a row of the site by its id.
 * @param sql with the parameters `$1` site and `$2` id
 * @throws ServiceError 404 if there is none
 */
export async function readById<T extends object>(
  rows: SiteRows,
  sql: Statement<T>,
  id: string,
  resource: string,
): Promise<T> {
  return orNotFound(isId(id) ? await rows.row(sql, [rows.siteId, id]) : null, resource);
}

/** Changes or deletes a row of the site, in a transaction of its own; parameters and errors as of `readById`. */
export async function changeById<T extends object>(
  scope: Scope,
  sql: Statement<T> | string,
  id: string,
  resource: string,
): Promise<T> {
  const [row] = isId(id) ? await scope.change<T>(sql, [scope.siteId, id]) : [];
  return orNotFound(row, resource);
}

/** Deletes a row of the site; errors as of `findForUpdate`. */
export async function deleteById<E extends RevisedRow>(
  tx: ScopeTransaction,
  entity: EntitySchema<E>,
  id: string,
  expectation: Expectation,
): Promise<void> {
  await lockForUpdate(tx, entity, id, expectation);
  await tx.em.nativeDelete(entity, { id } as FilterQuery<E>);
}
