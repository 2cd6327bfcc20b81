import { currentActor } from '../shared/actor.ts';
import { type RowAccess, SET_SESSION_OF_TRANSACTION, Session } from './connection/session.ts';
import type { Statement } from './table.ts';
import { type ScopeTransaction, type SiteRows, runTransaction } from './connection/transaction.ts';

/** A scope across all sites: for creating sites, finding keys and claiming jobs. */
export const SYSTEM_SITE = '*';

/** Runs the statements of a scope with its session settings. */
export interface Connections {
  read<T extends object>(session: Session, sql: string, values: readonly unknown[]): Promise<T[]>;
  /** The row of a site with this id, by a statement that others with an equal session share. */
  readById<T extends { id: string }>(session: Session, sql: string, [siteId, id]: [string, string]): Promise<T | null>;
  /** A single statement that writes, as a transaction of its own. */
  change<T extends object>(session: Session, sql: string, values: readonly unknown[]): Promise<T[]>;
  /** Changes rows like `change`, for what many requests may add at once: it gives way to reads. */
  add<T extends object>(siteId: string, session: Session, sql: string, values: readonly unknown[]): Promise<T[]>;
  write<T>(siteId: string, session: Session, work: (tx: ScopeTransaction) => Promise<T>): Promise<T>;
}

/**
 * The only access to data. A scope applies its site twice: by MikroORM's site filter and by PostgreSQL's row-level
 * security, so that a query without a site condition returns nothing of other sites. Row-level security also limits a
 * restricted scope to rows that its access allows, so that a query without an access condition returns nothing
 * restricted.
 */
export class Scope implements SiteRows {
  readonly siteId: string;
  protected readonly connections: Connections;
  private readonly access: RowAccess | null;
  private ownSession: Session | undefined;

  /** @param access unset: all rows of the site, whatever their access level */
  constructor(connections: Connections, siteId: string, access: RowAccess | null = null) {
    this.connections = connections;
    this.siteId = siteId;
    this.access = access;
  }

  /** The session is made when the first statement is sent: many scopes send none. */
  protected get session(): Session {
    return (this.ownSession ??= new Session(this.siteId, this.access));
  }

  /** The same site, limited to the rows that this access allows. */
  restrict(access: RowAccess): Scope {
    return new Scope(this.connections, this.siteId, access);
  }

  /** Reads outside a transaction. Timestamps are PostgreSQL's text. */
  rows<T extends object>(sql: Statement<T> | string, values: readonly unknown[] = []): Promise<T[]> {
    return this.connections.read<T>(this.session, sql, values);
  }

  async row<T extends object>(sql: Statement<T> | string, values: readonly unknown[] = []): Promise<T | null> {
    return (await this.rows<T>(sql, values))[0] ?? null;
  }

  /**
   * A row by its id, in lower case, by one statement for all requests with the same rights that ask in the same turn of the event loop.
   * @param sql with the parameters `$1` site and `$2` ids
   */
  rowById<T extends { id: string }>(sql: Statement<T>, id: string): Promise<T | null> {
    return this.connections.readById<T>(this.session, sql, [this.siteId, id]);
  }

  /** A single statement that writes, as a transaction of its own: one round trip. */
  change<T extends object>(sql: Statement<T> | string, values: readonly unknown[]): Promise<T[]> {
    return this.connections.change<T>(this.session, sql, values);
  }

  /** Changes rows like `change`, for what many requests may add at once: it gives way to reads. Inside a transaction it does not. */
  add<T extends object>(sql: Statement<T> | string, values: readonly unknown[]): Promise<T[]> {
    return this.connections.add<T>(this.siteId, this.session, sql, values);
  }

  /** Runs when the writes before it are committed, and not at all after a rollback. */
  afterCommit(work: () => void): void {
    work();
  }

  /**
   * Runs `work` in one transaction, which is rolled back if it throws. Runs it again, in a new transaction, when PostgreSQL
   * has aborted the transaction for a concurrent one: what it does outside the transaction must bear being done twice.
   */
  write<T>(work: (tx: ScopeTransaction) => Promise<T>): Promise<T> {
    return this.connections.write(this.siteId, this.session, work);
  }

  /** This scope inside an open transaction. */
  withTransaction(tx: ScopeTransaction): Scope {
    return new TransactionScope(this.connections, { tx, last: Promise.resolve(), session: null }, null);
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
  private readonly sharedTransaction: SharedTransaction;

  constructor(connections: Connections, sharedTransaction: SharedTransaction, access: RowAccess | null) {
    super(connections, sharedTransaction.tx.siteId, access);
    this.sharedTransaction = sharedTransaction;
  }

  override restrict(access: RowAccess): Scope {
    return new TransactionScope(this.connections, this.sharedTransaction, access);
  }

  /** Sequential, because the transaction has one connection. */
  override rows<T extends object>(sql: Statement<T> | string, values: readonly unknown[] = []): Promise<T[]> {
    const answer = this.sharedTransaction.last.then(async () => {
      await this.setSession();
      return this.sharedTransaction.tx.rows<T>(sql, values);
    });
    this.sharedTransaction.last = answer.catch(() => {});
    return answer;
  }

  override rowById<T extends { id: string }>(sql: Statement<T>, id: string): Promise<T | null> {
    return this.row<T>(sql, [this.siteId, [id]]);
  }

  override change<T extends object>(sql: Statement<T> | string, values: readonly unknown[]): Promise<T[]> {
    return this.write((tx) => tx.rows<T>(sql, values));
  }

  /** It holds a connection that others may need in their turn. */
  override add<T extends object>(sql: Statement<T> | string, values: readonly unknown[]): Promise<T[]> {
    return this.change(sql, values);
  }

  override afterCommit(work: () => void): void {
    this.sharedTransaction.tx.afterCommit(work);
  }

  override async write<T>(work: (tx: ScopeTransaction) => Promise<T>): Promise<T> {
    const { tx } = this.sharedTransaction;
    await this.setSession();
    try {
      return await runTransaction(tx.em, this.siteId, work, (then) => tx.afterCommit(then));
    } catch (error) {
      // Settings made since the savepoint are rolled back with it.
      this.sharedTransaction.session = null;
      throw error;
    }
  }

  private async setSession(): Promise<void> {
    const { text, variables } = this.session.withActor(currentActor());
    if (this.sharedTransaction.session === text) return;
    await this.sharedTransaction.tx.rows(SET_SESSION_OF_TRANSACTION, Object.values(variables));
    this.sharedTransaction.session = text;
  }
}
