import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { EntitySchema } from '@mikro-orm/core';
import { CompiledQuery, type Kysely } from 'kysely';
import pg from 'pg';
import { type DatabaseConnection, POOL_SIZE } from './connection.ts';
import { Availability } from './availability.ts';
import { PoolGuard } from './pool-guard.ts';
import { serviceErrorOf } from './service-error.ts';
import { observeStatements } from '../telemetry/statements.ts';
import type { Statement } from './table.ts';
import { currentActor } from '../shared/actor.ts';
import type { Logger } from '../shared/logger.ts';
import { CONNECT_TIMEOUT_MS, SERVICE_ROLE, initOrm, sessionOptions } from './orm.ts';
import { Reader } from './reader.ts';
import { type RowAccess, SET_SESSION_OF_TRANSACTION, Session } from './session.ts';

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
 * The only access to data. A scope applies its site twice: by MikroORM's site filter and by PostgreSQL's row-level
 * security, so that a query without a site condition returns nothing of other sites. Row-level security also limits a
 * restricted scope to rows that its access allows, so that a query without an access condition returns nothing
 * restricted.
 */
export class Scope implements SiteRows {
  readonly siteId: string;
  protected readonly database: Database;
  protected readonly session: Session;

  /** @param access unset: all rows of the site, whatever their access level */
  constructor(database: Database, siteId: string, access: RowAccess | null = null) {
    this.database = database;
    this.siteId = siteId;
    this.session = new Session(siteId, access);
  }

  /** The same site, limited to the rows that this access allows. */
  restrictedTo(access: RowAccess): Scope {
    return new Scope(this.database, this.siteId, access);
  }

  /** Reads outside a transaction. Timestamps are PostgreSQL's text. */
  rows<T extends object>(sql: Statement<T> | string, values: readonly unknown[] = []): Promise<T[]> {
    return this.database.read<T>(this.session, sql, values);
  }

  async row<T extends object>(sql: Statement<T> | string, values: readonly unknown[] = []): Promise<T | null> {
    return (await this.rows<T>(sql, values))[0] ?? null;
  }

  /** A single statement that writes, as a transaction of its own: one round trip. */
  change<T extends object>(sql: Statement<T> | string, values: readonly unknown[]): Promise<T[]> {
    return this.database.change<T>(this.session, sql, values);
  }

  /** Runs when the writes before it are committed, and not at all after a rollback. */
  afterCommit(work: () => void): void {
    work();
  }

  /** Runs `work` in one transaction, which is rolled back if it throws. */
  write<T>(work: (tx: ScopeTransaction) => Promise<T>): Promise<T> {
    return this.database.write(this.siteId, this.session, work);
  }

  /** This scope inside an open transaction. */
  within(tx: ScopeTransaction): Scope {
    return new TransactionScope(this.database, { tx, last: Promise.resolve(), session: null }, null);
  }
}

/**
 * State shared by the scopes of one transaction: its one connection runs one statement at a time, with one session
 * state.
 */
interface SharedTransaction {
  readonly tx: ScopeTransaction;
  last: Promise<unknown>;
  /** Session settings of the connection; null if unknown. */
  session: string | null;
}

/** Reads see uncommitted writes of the transaction; writes are part of it, and a failed one is rolled back alone. */
class TransactionScope extends Scope {
  private readonly shared: SharedTransaction;

  constructor(database: Database, shared: SharedTransaction, access: RowAccess | null) {
    super(database, shared.tx.siteId, access);
    this.shared = shared;
  }

  override restrictedTo(access: RowAccess): Scope {
    return new TransactionScope(this.database, this.shared, access);
  }

  /** Sequential, because the transaction has one connection. */
  override rows<T extends object>(sql: Statement<T> | string, values: readonly unknown[] = []): Promise<T[]> {
    const answer = this.shared.last.then(async () => {
      await this.setSession();
      return this.shared.tx.rows<T>(sql, values);
    });
    this.shared.last = answer.catch(() => {});
    return answer;
  }

  override change<T extends object>(sql: Statement<T> | string, values: readonly unknown[]): Promise<T[]> {
    return this.write((tx) => tx.rows<T>(sql, values));
  }

  override afterCommit(work: () => void): void {
    this.shared.tx.afterCommit(work);
  }

  override async write<T>(work: (tx: ScopeTransaction) => Promise<T>): Promise<T> {
    const { tx } = this.shared;
    await this.setSession();
    try {
      return await runTransaction(tx.em, this.siteId, work, (then) => tx.afterCommit(then));
    } catch (error) {
      // Settings made since the savepoint are rolled back with it.
      this.shared.session = null;
      throw error;
    }
  }

  private async setSession(): Promise<void> {
    const { text, variables } = this.session.as(currentActor());
    if (this.shared.session === text) return;
    await this.shared.tx.rows(SET_SESSION_OF_TRANSACTION, Object.values(variables));
    this.shared.session = text;
  }
}

/** A scope across all sites: for creating sites, finding keys and claiming jobs. */
export const SYSTEM_SITE = '*';

/** Statements are sent before those before them are answered; missing in the types of the driver. */
const PIPELINED: object = { pipeline: true };

interface ConnectOptions {
  /** Connections for reading, and the same number for writing. */
  poolSize?: number;
  /** Called at the start and at the end of an outage. */
  log?: Pick<Logger, 'error' | 'info'>;
}

export class Database {
  readonly system: Scope;
  private readonly orm: MikroORM;
  /** A pool of its own, so that reads never wait for connections that writes hold. */
  private readonly readers: pg.Pool;
  private readonly availability: Availability;
  private readonly poolGuard: PoolGuard;
  private readonly reader: Reader;
  /** On MikroORM's connections: a statement that waits for a lock leaves those for reading free. */
  private readonly writer: Reader;

  private constructor(
    orm: MikroORM,
    { readers, writers }: { readers: pg.Pool; writers: pg.Pool },
    availability: Availability,
    poolGuard: PoolGuard,
  ) {
    this.orm = orm;
    this.readers = readers;
    this.reader = new Reader(readers);
    this.writer = new Reader(writers, rowTypes);
    this.availability = availability;
    this.poolGuard = poolGuard;
    this.system = new Scope(this, SYSTEM_SITE);
  }

  /** Connects on demand, because the database may be unavailable at start. */
  static async connect(
    connection: DatabaseConnection,
    entities: readonly EntitySchema[],
    { poolSize = POOL_SIZE, log }: ConnectOptions = {},
  ): Promise<Database> {
    const orm = await initOrm(connection, { entities, role: SERVICE_ROLE, poolSize });
    const readers = new pg.Pool({
      ...connection,
      options: sessionOptions(SERVICE_ROLE),
      max: poolSize,
      types: rowTypes,
      ...PIPELINED,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    // A dropped connection is replaced at the next query, and its own query rejects; without listeners
    // here for idle connections and below for used ones, it would end the process.
    readers.on('error', () => {});
    readers.on('connect', (client) => client.on('error', () => {}));
    const availability = new Availability(connection, log);
    const poolGuard = new PoolGuard(availability);
    const writers: pg.Pool = await orm.em.getConnection().getNativeClient();
    for (const pool of [readers, writers]) {
      poolGuard.guard(pool);
      observeStatements(pool);
    }
    return new Database(orm, { readers, writers }, availability, poolGuard);
  }

  /** All rows of a site, whatever their access level: for the service's own work. */
  forSite(siteId: string): Scope {
    return new Scope(this, siteId);
  }

  /** Rejects if the database does not answer. */
  async check(): Promise<void> {
    await this.system.rows('select 1');
  }

  /** Milliseconds since an outage was detected; 0 if there is none. */
  get awayMs(): number {
    return this.availability.awayMs;
  }

  async close(): Promise<void> {
    this.availability.close();
    this.poolGuard.close();
    await Promise.all([this.readers.end(), this.orm.close()]);
  }

  read<T extends object>(session: Session, sql: string, values: readonly unknown[]): Promise<T[]> {
    return this.reader.read<T>(session, sql, values);
  }

  change<T extends object>(session: Session, sql: string, values: readonly unknown[]): Promise<T[]> {
    return this.writer.read<T>(session.as(currentActor()), sql, values);
  }

  async write<T>(siteId: string, session: Session, work: (tx: ScopeTransaction) => Promise<T>): Promise<T> {
    const em = this.orm.em.fork();
    em.setFilterParams('site', { siteId });
    em.setSessionContext({ variables: { ...session.as(currentActor()).variables } });
    return runTransaction(em, siteId, work, (then) => then());
  }
}

/** @param commit receives the functions to run after the commit */
async function runTransaction<T>(
  em: EntityManager,
  siteId: string,
  work: (tx: ScopeTransaction) => Promise<T>,
  commit: (then: () => void) => void,
): Promise<T> {
  const committed: (() => void)[] = [];
  const result = await em
    .transactional(async (inner) => {
      const transaction: EntityManager = inner;
      const afterCommit = (then: () => void): void => void committed.push(then);
      const rows = rowsOf(transaction);
      const row: SiteRows['row'] = async (sql, values) => (await rows(sql, values))[0] ?? null;
      const lock = async (name: string): Promise<void> => {
        await rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${name} ${siteId}`]);
      };
      return work({ siteId, em: transaction, afterCommit, rows, row, lock });
    })
    .catch((error: unknown) => {
      throw serviceErrorOf(error) ?? error;
    });
  for (const then of committed) commit(then);
  return result;
}

function rowsOf(transaction: EntityManager): Rows['rows'] {
  return async <R extends object>(sql: Statement<R> | string, values: readonly unknown[] = []): Promise<R[]> => {
    const context = transaction.getTransactionContext<Kysely<unknown>>();
    if (!context) throw new Error('The transaction has ended');
    const answer = await context.executeQuery<R>(CompiledQuery.raw(sql, [...values]));
    return answer.rows;
  };
}

const TIMESTAMPTZ = 1184;

/** Rows are sent as JSON: timestamps as text need not be parsed and formatted again. */
const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};
