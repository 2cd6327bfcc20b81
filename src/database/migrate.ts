import type { ClientBase } from 'pg';
import { StartError } from '../shared/start-error.ts';
import { notReachable, probeDatabase } from './connection/availability.ts';
import { type DatabaseConnection, createClient } from './connection.ts';
import { BASELINE, LAST_FORMER_MIGRATION } from './migrations/20261128_baseline.ts';
import { migrations } from './migrations/list.ts';
import { CONNECT_TIMEOUT_MS, initOrm } from './connection/orm.ts';

/** Any number that is the same in every instance, so that only one instance migrates at a time. */
const MIGRATION_LOCK = 7_305_001;

/**
 * Migrates the schema as the owner. Safe with several instances: one migrates, the others wait. Returns the names of
 * the applied migrations.
 * @param only names of the migrations to apply; default: all pending ones
 */
export async function migrate(connection: DatabaseConnection, only?: readonly string[]): Promise<string[]> {
  const orm = await initOrm(connection);
  const lock = await (await orm.em.getConnection().getNativeClient()).connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    assertMigratable(await appliedMigrations(lock));
    const ran = await orm.migrator.up(only ? { migrations: [...only] } : undefined);
    return ran.map((migration) => migration.name);
  } finally {
    // Closing the session releases the lock even if the unlock statement could not be sent.
    lock.release(true);
    await orm.close();
  }
}

/**
 * The names of pending migrations: production does not start with any. Only reads, so every user of the service can
 * call it.
 */
export async function pendingMigrations(connection: DatabaseConnection): Promise<string[]> {
  const client = createClient(connection, CONNECT_TIMEOUT_MS);
  await client.connect();
  try {
    const applied = await appliedMigrations(client);
    assertMigratable(applied);
    return migrations.map(({ name }) => name).filter((name) => !applied.includes(name));
  } finally {
    await client.end();
  }
}

async function appliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by id').catch(noneIfMissing);
  return rows.map(({ name }) => name);
}

/** The commit with the migrations that the baseline has replaced. */
const FORMER_COMMIT = 'e4c222414376c6b7b477f70a59a8540c39f75518';

const MIGRATE_FIRST = `migrate it with commit ${FORMER_COMMIT} (\`npm run migrate\`, or \`npm start\` with the embedded database), then with this version`;
const RESTORE_FIRST = `restore it with commit ${FORMER_COMMIT}, and make another backup there`;

/** @throws StartError for what is older than the baseline, with the instruction */
function assertMigratable(applied: readonly string[], subject = 'database', instruction = MIGRATE_FIRST): void {
  if (applied.length === 0 || applied.includes(LAST_FORMER_MIGRATION) || applied.includes(BASELINE)) return;
  throw new StartError(
    `The ${subject} is too old for this version, its last migration is ${applied.at(-1)}: ${instruction}`,
  );
}

/**
 * The migrations that a database needs to take the rows of a backup, by those that the backup has. The last of the former
 * migrations and the baseline have the same tables and columns.
 * @throws StartError for a backup that is older than the baseline
 */
export function resolveMigrations(backup: readonly string[]): string[] {
  assertMigratable(backup, 'backup', RESTORE_FIRST);
  const later = backup.slice(backup.indexOf(LAST_FORMER_MIGRATION) + 1);
  return [...new Set([BASELINE, ...later])];
}

const UNDEFINED_TABLE = '42P01';

function noneIfMissing(error: Error & { code?: string }): { rows: never[] } {
  if (error.code === UNDEFINED_TABLE) return { rows: [] };
  throw error;
}

/** Wrong user, password or address rules (class 28), or no database of that name: needs another configuration. */
const REJECTED_LOGIN = /^(28...|3D000)$/;

/**
 * Prepares the schema for this version: migrates or, in production, requires that all migrations have been applied.
 * @throws ServiceError UNAVAILABLE if the database is not reachable, StartError with an instruction otherwise
 */
export async function prepareDatabase(
  connection: DatabaseConnection,
  { mayMigrate }: { mayMigrate: boolean },
): Promise<void> {
  try {
    await probeDatabase(connection);
  } catch (error) {
    if (error instanceof Error && 'code' in error && REJECTED_LOGIN.test(String(error.code))) {
      throw new StartError(`The database at DATABASE_URL rejected the service: ${error.message}.`);
    }
    throw notReachable(error);
  }
  if (mayMigrate) return void (await migrate(connection));
  const pending = await pendingMigrations(connection);
  if (pending.length > 0) throw new StartError(`Run \`npm run migrate\` first: ${pending.join(', ')} has not run`);
}
