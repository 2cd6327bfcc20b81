import type { MikroORM } from '@mikro-orm/postgresql';
import type { EntitySchema } from '@mikro-orm/core';
import pg from 'pg';
import { type DatabaseConnection, POOL_SIZE } from './connection.ts';
import type { CircuitBreaker } from '../shared/circuit-breaker.ts';
import { createDatabaseBreaker } from './connection/availability.ts';
import { PoolGuard } from './connection/pool-guard.ts';
import { observeStatements } from '../telemetry/statements.ts';
import { currentActor } from '../shared/actor.ts';
import { currentDeadline } from '../shared/deadline.ts';
import type { Logger } from '../shared/log/logger.ts';
import { CONNECT_TIMEOUT_MS, IDLE_CONNECTION_MS, SESSION_OPTIONS, initOrm } from './connection/orm.ts';
import { WriteThrottle } from './write-throttle.ts';
import { Reader } from './connection/reader.ts';
import { retryAborted } from './connection/retry-aborted.ts';
import { type Connections, SYSTEM_SITE, Scope } from './scope.ts';
import type { Session } from './connection/session.ts';
import { ReadCoalescer } from './read-coalescer.ts';
import { type ScopeTransaction, runTransaction } from './connection/transaction.ts';

// What features name of the database comes from this file.
export type { Scope } from './scope.ts';
export type { Rows, ScopeTransaction, SiteRows } from './connection/transaction.ts';

/** Why rows of a site may be reached whatever their access level. See decision 2. */
export type UnrestrictedReason =
  /** The viewer that is made of it restricts it to what its caller may read. */
  | 'caller'
  /** A writer may change what it may not read. */
  | 'write'
  /** The answer of a write has the whole of what was written. */
  | 'answer of write'
  /** A denial tells what is restricted (401, 403) from what is unknown (404). */
  | 'explain denial'
  /** Nothing of a row is given out but that it exists or has changed. */
  | 'count'
  /** The admin key and members of the site read what it has stored. */
  | 'admin'
  /** Settings, members and submissions of forms have none. */
  | 'no access level'
  /** The signature of a URL has decided. */
  | 'signed URL'
  /** Work of the service itself, for no caller. */
  | 'background';

/** Statements are sent before those before them are answered; missing in the types of the driver. */
const PIPELINE_OPTIONS: object = { pipeline: true };

interface ConnectOptions {
  /** Connections for reading, and the same number for writing. */
  poolSize?: number;
  /** Receives the start and the end of an outage. */
  log?: Pick<Logger, 'error' | 'info'>;
}

export class Database implements Connections {
  readonly system: Scope;
  readonly writeThrottle = new WriteThrottle();
  private readonly orm: MikroORM;
  /** A pool of its own, so that reads never wait for connections that writes hold. */
  private readonly readers: pg.Pool;
  private readonly breaker: CircuitBreaker;
  private readonly poolGuard: PoolGuard;
  private readonly reader: Reader;
  private readonly coalescer = new ReadCoalescer();
  /** Uses MikroORM's connections: a statement that waits for a lock leaves those for reading free. */
  private readonly writer: Reader;

  private constructor(
    orm: MikroORM,
    { readers, writers }: { readers: pg.Pool; writers: pg.Pool },
    breaker: CircuitBreaker,
    poolGuard: PoolGuard,
  ) {
    this.orm = orm;
    this.readers = readers;
    this.reader = new Reader(readers);
    this.writer = new Reader(writers, rowTypes);
    this.breaker = breaker;
    this.poolGuard = poolGuard;
    this.system = new Scope(this, SYSTEM_SITE);
  }

  /** Connects on demand, because the database may be unavailable at start. */
  static async connect(
    connection: DatabaseConnection,
    entities: readonly EntitySchema[],
    { poolSize = POOL_SIZE, log }: ConnectOptions = {},
  ): Promise<Database> {
    const orm = await initOrm(connection, { entities, poolSize });
    const readers = new pg.Pool({
      ...connection,
      options: SESSION_OPTIONS,
      max: poolSize,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      types: rowTypes,
      ...PIPELINE_OPTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    // A dropped connection is replaced at the next query, and its own query rejects; without listeners
    // here for idle connections and below for used ones, it would end the process.
    readers.on('error', () => {});
    readers.on('connect', (client) => client.on('error', () => {}));
    const breaker = createDatabaseBreaker(connection, log);
    const poolGuard = new PoolGuard(breaker);
    const writers: pg.Pool = await orm.em.getConnection().getNativeClient();
    for (const pool of [readers, writers]) {
      poolGuard.guard(pool);
      observeStatements(pool);
    }
    return new Database(orm, { readers, writers }, breaker, poolGuard);
  }

  /** All rows of a site, whatever their access level. */
  forSite(siteId: string, _reason: UnrestrictedReason): Scope {
    return new Scope(this, siteId);
  }

  /** Rejects if the database does not answer. */
  async check(): Promise<void> {
    await this.system.rows('select 1');
  }

  /** Milliseconds since an outage was detected; 0 if there is none. */
  get outageMs(): number {
    const { outage } = this.breaker;
    return outage ? performance.now() - outage.since : 0;
  }

  async close(): Promise<void> {
    this.breaker.stop();
    this.poolGuard.close();
    await Promise.all([this.readers.end(), this.orm.close()]);
  }

  read<T extends object>(session: Session, sql: string, values: readonly unknown[]): Promise<T[]> {
    return this.reader.read<T>(session, sql, values);
  }

  readById<T extends { id: string }>(session: Session, sql: string, [siteId, id]: [string, string]): Promise<T | null> {
    return this.coalescer.findById(`${session.text} ${sql}`, id, (ids) => this.read<T>(session, sql, [siteId, ids]));
  }

  change<T extends object>(session: Session, sql: string, values: readonly unknown[]): Promise<T[]> {
    return retryAborted(() => this.writer.read<T>(session.withActor(currentActor()), sql, values));
  }

  add<T extends object>(siteId: string, session: Session, sql: string, values: readonly unknown[]): Promise<T[]> {
    return this.writeThrottle.run(siteId, () => this.change<T>(session, sql, values));
  }

  async write<T>(siteId: string, session: Session, work: (tx: ScopeTransaction) => Promise<T>): Promise<T> {
    return retryAborted(() => {
      const em = this.orm.em.fork();
      em.setFilterParams('site', { siteId });
      em.setSessionContext({ variables: { ...session.withActor(currentActor()).variables } });
      return runTransaction(em, siteId, work, (then) => then());
    }).catch((error: unknown) => {
      // What it meets when its request has ended, such as missing rows of a deleted site, is not about the request.
      throw currentDeadline()?.endedBy ?? error;
    });
  }
}

const TIMESTAMPTZ = 1184;

/** Rows are sent as JSON: timestamps as text need not be parsed and formatted again. */
const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};
