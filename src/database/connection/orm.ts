import { MikroORM, defineConfig } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { EntitySchema } from '@mikro-orm/core';
import type { Pool } from 'pg';
import { arrayLiteral } from '../columns.ts';
import { type DatabaseConnection, POOL_SIZE, onNewClient } from '../connection.ts';
import { migrations } from '../migrations/list.ts';

/** The role of every connection of the service: it owns no table, so row-level security always applies to it. */
export const SERVICE_ROLE = 'lectern_service';

/** The setting that row-level security reads; `*` is the scope across all sites. */
export const SITE_SETTING = 'lectern.site_id';

/**
 * The settings by which row-level security decides on rows with an access level; if unset, none of these rows is
 * visible.
 */
export const LEVELS_SETTING = 'lectern.levels';
export const SUBSCRIPTIONS_SETTING = 'lectern.subscriptions';

/** The chat session being read, so that withheld turns are determined once per statement instead of once per row. */
export const CHAT_SESSION_SETTING = 'lectern.chat_session';

/** Who changes what a transaction changes, for the activity log. */
export const ACTOR_SETTING = 'lectern.actor';

/** Timeout of one statement; requests have shorter deadlines of their own. */
export const STATEMENT_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 15_000;
/** Timeout of an idle transaction, whose process has stopped or lost it. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;

/**
 * Set when a connection opens, so that no statement is needed. With UTC, timestamps can be returned as PostgreSQL
 * formats them.
 */
export const SESSION_OPTIONS = [
  `role=${SERVICE_ROLE}`,
  'timezone=UTC',
  `statement_timeout=${STATEMENT_TIMEOUT_MS}`,
  `lock_timeout=${LOCK_TIMEOUT_MS}`,
  `idle_in_transaction_session_timeout=${IDLE_TRANSACTION_TIMEOUT_MS}`,
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/**
 * Statements that write find their rows by ids and unique keys, so their plans do not depend on the values; PostgreSQL
 * would make one for the values of each call wherever it expects ten elements of an array that has one.
 */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan';

/**
 * How long an unused connection is kept. A new one plans every statement again, which takes PostgreSQL 0.2 to 0.4 s of
 * processor time until it is as fast as the others; the driver's 10 s would close most of them between two bursts.
 */
export const IDLE_CONNECTION_MS = 300_000;

/** The time limit of a new connection. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** @param service what the service needs; unset for migrations, which run as the owner and without entities */
export async function initOrm(
  connection: DatabaseConnection,
  service?: { entities: readonly EntitySchema[]; poolSize: number },
): Promise<MikroORM> {
  const orm = await MikroORM.init(
    defineConfig({
      entities: [...(service?.entities ?? [])],
      // As the pool accepts them: MikroORM's own URL parser does not support sockets.
      dbName: connection.database ?? 'lectern',
      driverOptions: {
        ...connection,
        ...(service
          ? { options: `${SESSION_OPTIONS} ${GENERIC_PLANS}`, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
          : {}),
      },
      // It would connect, but the database may be unavailable.
      ensureDatabase: false,
      pool: { min: 0, max: service?.poolSize ?? POOL_SIZE, idleTimeoutMillis: IDLE_CONNECTION_MS },
      extensions: [Migrator],
      migrations: { migrationsList: [...migrations], snapshot: false, tableName: 'migration', transactional: true },
      autoJoinRefsForFilters: false,
      forceUtcTimezone: true,
      logger: () => {},
      discovery: { warnWhenNoEntities: false },
    }),
  );
  // MikroORM's own leaves `null` and outer spaces unquoted.
  orm.em.getPlatform().marshallArray = arrayLiteral;
  freeLostConnections(await orm.em.getConnection().getNativeClient());
  return orm;
}

/**
 * A transaction whose connection is lost cannot be rolled back, and Kysely then never releases the connection: after
 * ten of them every later write would wait forever.
 */
function freeLostConnections(pool: Pool): void {
  onNewClient(pool, (client) => {
    client.once('end', () => {
      const { release } = client;
      client.release = () => {};
      try {
        release(true);
      } catch {
        // It was idle: the pool removes it.
      }
    });
  });
}
