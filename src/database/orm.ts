import { MikroORM, defineConfig } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { EntitySchema } from '@mikro-orm/core';
import type { Pool } from 'pg';
import { type DatabaseConnection, POOL_SIZE } from './connection.ts';
import { migrations } from './migrations/list.ts';

/** The role every connection of the service takes on: it owns no table, so row-level security always applies to it. */
export const SERVICE_ROLE = 'lectern_service';

/** The setting that row-level security reads; `*` is the scope of the service's own work across sites. */
export const SITE_SETTING = 'lectern.site_id';

/** The settings by which row-level security decides on rows that have an access level; unset: none of them is there. */
export const LEVELS_SETTING = 'lectern.levels';
export const SUBSCRIPTIONS_SETTING = 'lectern.subscriptions';

/** The chat session that is read, so that what is withheld of it is found once for a statement, not once for each row. */
export const CHAT_SESSION_SETTING = 'lectern.chat_session';

/** For one statement of a request or a job; requests have shorter deadlines of their own. */
export const STATEMENT_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 15_000;
/** A transaction that waits for this process, which then has stopped or lost it. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;

/** Taken on when a connection opens, so that no statement is spent on it. UTC lets timestamps go out as PostgreSQL prints them. */
export function sessionOptions(role: string): string {
  const settings = {
    role,
    timezone: 'UTC',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** For a connection that is new. */
export const CONNECT_TIMEOUT_MS = 10_000;

interface OrmOptions {
  /** None for migrations. */
  entities?: readonly EntitySchema[];
  /** The role to take on; none: the owner acts, as migrations must. */
  role?: string;
  poolSize?: number;
}

export async function initOrm(
  connection: DatabaseConnection,
  { entities = [], role, poolSize = POOL_SIZE }: OrmOptions = {},
): Promise<MikroORM> {
  const orm = await MikroORM.init(
    defineConfig({
      entities: [...entities],
      // As the pool takes them: MikroORM's own reading of a URL knows no sockets.
      dbName: connection.database ?? 'lectern',
      driverOptions: {
        ...connection,
        ...(role ? { options: sessionOptions(role), connectionTimeoutMillis: CONNECT_TIMEOUT_MS } : {}),
      },
      // It would connect, and the database need not be reachable yet.
      ensureDatabase: false,
      pool: { min: 0, max: poolSize },
      extensions: [Migrator],
      migrations: { migrationsList: [...migrations], snapshot: false, tableName: 'migration', transactional: true },
      autoJoinRefsForFilters: false,
      forceUtcTimezone: true,
      logger: () => {},
      discovery: { warnWhenNoEntities: false },
    }),
  );
  orm.em.getPlatform().marshallArray = arrayLiteral;
  freeLostConnections(await orm.em.getConnection().getNativeClient());
  return orm;
}

/**
 * A transaction whose connection is lost can't be rolled back, and Kysely then keeps the connection for ever:
 * ten of them, and every later write would wait without end.
 */
function freeLostConnections(pool: Pool): void {
  const followed = new WeakSet<object>();
  // Not once they connect: MikroORM has made the first before anybody can listen.
  pool.on('acquire', (client) => {
    if (followed.has(client)) return;
    followed.add(client);
    client.once('end', () => {
      const { release } = client;
      client.release = () => {};
      try {
        release(true);
      } catch {
        // It was not in use: the pool removes it by itself.
      }
    });
  });
}

/** Every element quoted: MikroORM's own leaves `null` and outer spaces bare, which PostgreSQL then reads as NULL and drops. */
function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
}
