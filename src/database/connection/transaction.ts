import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';
import { toServiceError } from './service-error.ts';
import { statementName } from './statement-name.ts';
import type { Statement } from '../table.ts';

/** Runs SQL within one site (or, for the service's own work, across sites) and returns plain rows. */
export interface Rows {
  /** A statement of a `table` has a row type; for other SQL the row type must be given. */
  rows<T extends object>(sql: Statement<T> | string, values?: readonly unknown[]): Promise<T[]>;
}

/** A scope, or a transaction in it. */
export interface SiteRows extends Rows {
  readonly siteId: string;
  /** The first row, or null. */
  row<T extends object>(sql: Statement<T> | string, values?: readonly unknown[]): Promise<T | null>;
}

/** A transaction: entities through `em`, SQL through `rows`, both within the scope's site. */
export interface ScopeTransaction extends SiteRows {
  readonly em: EntityManager;
  /** Runs after the commit, and not at all after a rollback. */
  afterCommit(work: () => void): void;
  /** Waits for and takes an advisory lock per site and name until the end of the transaction. */
  lock(name: string): Promise<void>;
}

/**
 * Runs `work` in a transaction, or in a savepoint if one is open.
 * @param commit receives the functions to run after the commit
 */
export async function runTransaction<T>(
  em: EntityManager,
  siteId: string,
  work: (tx: ScopeTransaction) => Promise<T>,
  commit: (then: () => void) => void,
): Promise<T> {
  const commitHandlers: (() => void)[] = [];
  const result = await em
    .transactional(async (inner) => {
      const transaction: EntityManager = inner;
      const afterCommit = (then: () => void): void => void commitHandlers.push(then);
      const rows = createReader(transaction);
      const row: SiteRows['row'] = async (sql, values) => (await rows(sql, values))[0] ?? null;
      const lock = async (name: string): Promise<void> => {
        await rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${name} ${siteId}`]);
      };
      return work({ siteId, em: transaction, afterCommit, rows, row, lock });
    })
    .catch((error: unknown) => {
      throw toServiceError(error) ?? error;
    });
  for (const then of commitHandlers) commit(then);
  return result;
}

function createReader(transaction: EntityManager): Rows['rows'] {
  return async <R extends object>(sql: Statement<R> | string, values: readonly unknown[] = []): Promise<R[]> => {
    const context = transaction.getTransactionContext<Kysely<unknown>>();
    if (!context) throw new Error('The transaction has ended');
    const answer = await context.executeQuery<R>(compile(sql, values));
    return answer.rows;
  };
}

/** Kysely knows no names of statements, but hands on what it is given to the driver, which does. */
function compile(text: string, values: readonly unknown[]): CompiledQuery {
  const query = CompiledQuery.raw(text, [...values]);
  const name = statementName(text);
  return name === undefined ? query : { ...query, sql: { name, text } as unknown as string };
}
