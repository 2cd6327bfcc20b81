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
import type { Logger } from '../shared/logger.ts';
import { CONNECT_TIMEOUT_MS, SERVICE_ROLE, initOrm, sessionOptions } from './orm.ts';
import { type RowAccess, SET_SESSION, SET_SESSION_OF_TRANSACTION, Session } from './session.ts';

/** Runs SQL within one site (or, for the service's own work, across sites) and answers plain rows. */
export interface Rows {
  /** A statement of a `table` brings its row type along; other SQL is told what its rows are. */
  rows<T extends object>(sql: Statement<T> | string, values?: readonly unknown[]): Promise<T[]>;
}

/** A transaction: entities through `em`, SQL through `rows`, both within the scope's site. */
export interface ScopeTransaction extends Rows {
  readonly siteId: string;
  readonly em: EntityManager;
  /** Runs once the transaction is committed, and not at all when it is not. */
  afterCommit(work: () => void): void;
  /** Held to the end of the transaction: whoever locks the same name in the same site waits for it. */
  lock(name: string): Promise<void>;
}

/**
 * The only way to data. A scope carries its site in both locks: MikroORM's site filter and PostgreSQL's row-level security,
 * so that a query that forgets its site still sees nothing of another. One that is restricted has, by the latter, only rows
 * whose access level it names, so that a query that forgets the access rule shows nothing that the rule withholds.
 */
export class Scope implements Rows {
  readonly siteId: string;
  protected readonly database: Database;
  protected readonly session: Session;

  /** @param access none: all rows of the site, whatever their access level */
  constructor(database: Database, siteId: string, access: RowAccess | null = null) {
    this.database = database;
    this.siteId = siteId;
    this.session = new Session(siteId, access);
  }

  /** The same site, without the rows that this access does not reach. */
  restrictedTo(access: RowAccess): Scope {
    return new Scope(this.database, this.siteId, access);
  }

  /** Reads outside a transaction. Timestamps come as PostgreSQL's text. */
  rows<T extends object>(sql: Statement<T> | string, values: readonly unknown[] = []): Promise<T[]> {
    return this.database.read<T>(this.session, sql, values);
  }

  /** The first row, or null. */
  async row<T extends object>(sql: Statement<T> | string, values: readonly unknown[] = []): Promise<T | null> {
    return (await this.rows<T>(sql, values))[0] ?? null;
  }

  /** One transaction: all of it is committed, or, when `work` throws, none. */
  write<T>(work: (tx: ScopeTransaction) => Promise<T>): Promise<T> {
    return this.database.write(this.siteId, this.session, work);
  }

  /** This scope inside an open transaction of it. */
  within(tx: ScopeTransaction): Scope {
    return new TransactionScope(this.database, { tx, last: Promise.resolve(), session: null }, null);
  }
}

/** What the scopes of one transaction share: its one connection does one thing at a time, under one session. */
interface SharedTransaction {
  readonly tx: ScopeTransaction;
  last: Promise<unknown>;
  /** What the connection is set to; null: unknown. */
  session: string | null;
}

/** Reads see what the transaction has written; writes are part of it, and a failed one is undone alone. */
class TransactionScope extends Scope {
  private readonly shared: SharedTransaction;

  constructor(database: Database, shared: SharedTransaction, access: RowAccess | null) {
    super(database, shared.tx.siteId, access);
    this.shared = shared;
  }

  override restrictedTo(access: RowAccess): Scope {
    return new TransactionScope(this.database, this.shared, access);
  }

  /** One after another, as the transaction has one connection. */
  override rows<T extends object>(sql: Statement<T> | string, values: readonly unknown[] = []): Promise<T[]> {
    const answer = this.shared.last.then(async () => {
      await this.setSession();
      return this.shared.tx.rows<T>(sql, values);
    });
    this.shared.last = answer.catch(() => {});
    return answer;
  }

  override async write<T>(work: (tx: ScopeTransaction) => Promise<T>): Promise<T> {
    const { tx } = this.shared;
    await this.setSession();
    try {
      return await runTransaction(tx.em, this.siteId, work, (then) => tx.afterCommit(then));
    } catch (error) {
      // What was set since its savepoint is undone with it.
      this.shared.session = null;
      throw error;
    }
  }

  private async setSession(): Promise<void> {
    const { text, variables } = this.session;
    if (this.shared.session === text) return;
    await this.shared.tx.rows(SET_SESSION_OF_TRANSACTION, Object.values(variables));
    this.shared.session = text;
  }
}

/** The scope of work that belongs to no one site: creating sites, finding keys, claiming jobs. */
export const SYSTEM_SITE = '*';

const PREPARED_STATEMENTS = 500;

interface ConnectOptions {
  /** Connections for reading, and as many for writing. */
  poolSize?: number;
  /** Told when the database goes away and comes back. */
  log?: Pick<Logger, 'error' | 'info'>;
}

export class Database {
  readonly system: Scope;
  private readonly orm: MikroORM;
  /** A pool of its own: MikroORM's connections only ever carry a site inside a transaction. */
  private readonly readers: pg.Pool;
  private readonly availability: Availability;
  private readonly poolGuard: PoolGuard;
  private readonly sessionOfClient = new WeakMap<pg.ClientBase, string>();
  private readonly statementNames = new Map<string, string>();

  private constructor(orm: MikroORM, readers: pg.Pool, availability: Availability, poolGuard: PoolGuard) {
    this.orm = orm;
    this.readers = readers;
    this.availability = availability;
    this.poolGuard = poolGuard;
    this.system = new Scope(this, SYSTEM_SITE);
  }

  /** Connects when something is asked for: the database may be away. */
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
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    // A dropped connection is replaced at the next query, and the query that met it rejects by itself; without a listener
    // here for the idle ones, and there for those in use, it would end the process.
    readers.on('error', () => {});
    readers.on('connect', (client) => client.on('error', () => {}));
    const availability = new Availability(connection, log);
    const poolGuard = new PoolGuard(availability);
    for (const pool of [readers, await orm.em.getConnection().getNativeClient()]) {
      poolGuard.guard(pool);
      observeStatements(pool);
    }
    return new Database(orm, readers, availability, poolGuard);
  }

  /** All of a site, whatever its access level: for the service's own work. */
  forSite(siteId: string): Scope {
    return new Scope(this, siteId);
  }

  /** Rejects when the database does not answer. */
  async check(): Promise<void> {
    await this.system.rows('select 1');
  }

  /** For how many milliseconds it has been known not to answer; 0: it is not known to be away. */
  get awayMs(): number {
    return this.availability.awayMs;
  }

  async close(): Promise<void> {
    this.availability.close();
    this.poolGuard.close();
    await Promise.all([this.readers.end(), this.orm.close()]);
  }

  async read<T extends object>(session: Session, sql: string, values: readonly unknown[]): Promise<T[]> {
    const client = await this.readers.connect();
    let failure: unknown;
    try {
      if (this.sessionOfClient.get(client) !== session.text) {
        await client.query({ name: 'set-session', text: SET_SESSION, values: Object.values(session.variables) });
        this.sessionOfClient.set(client, session.text);
      }
      const result = await client.query<T>(this.statement(sql, values));
      return result.rows;
    } catch (error) {
      failure = error;
      throw serviceErrorOf(error) ?? error;
    } finally {
      // A connection that failed below SQL, or that PostgreSQL is closing, is not handed out again.
      client.release(failure !== undefined && severityOf(failure) !== 'ERROR');
    }
  }

  async write<T>(siteId: string, session: Session, work: (tx: ScopeTransaction) => Promise<T>): Promise<T> {
    const em = this.orm.em.fork();
    em.setFilterParams('site', { siteId });
    em.setSessionContext({ variables: { ...session.variables } });
    return runTransaction(em, siteId, work, (then) => then());
  }

  /** Named, so that PostgreSQL parses and plans a statement once per connection; bounded, as each name costs memory there. */
  private statement(text: string, values: readonly unknown[]): pg.QueryConfig {
    let name = this.statementNames.get(text);
    if (name === undefined && this.statementNames.size < PREPARED_STATEMENTS) {
      name = `s${this.statementNames.size}`;
      this.statementNames.set(text, name);
    }
    return { ...(name === undefined ? {} : { name }), text, values: [...values] };
  }
}

/** @param commit given what is to run after the commit, once the transaction has succeeded */
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
      const lock = async (name: string): Promise<void> => {
        await rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${name} ${siteId}`]);
      };
      return work({ siteId, em: transaction, afterCommit, rows, lock });
    })
    .catch((error: unknown) => {
      throw serviceErrorOf(error) ?? error;
    });
  for (const then of committed) commit(then);
  return result;
}

function rowsOf(transaction: EntityManager): ScopeTransaction['rows'] {
  return async <R extends object>(sql: Statement<R> | string, values: readonly unknown[] = []): Promise<R[]> => {
    const context = transaction.getTransactionContext<Kysely<unknown>>();
    if (!context) throw new Error('This transaction has ended');
    const answer = await context.executeQuery<R>(CompiledQuery.raw(sql, [...values]));
    return answer.rows;
  };
}

function severityOf(error: unknown): unknown {
  return error instanceof Error && 'severity' in error ? error.severity : undefined;
}

const TIMESTAMPTZ = 1184;

/** Rows go out as JSON: a timestamp that stays text is neither parsed nor printed again. */
const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};
