import { StartError } from '../shared/start-error.ts';
import { connectOnce, notReachable } from './availability.ts';
import type { DatabaseConnection } from './connection.ts';
import { migrate, pendingMigrations } from './migrate.ts';

/** Wrong user, password or address rules (class 28), or no database of that name: needs another configuration. */
const REJECTED = /^(28...|3D000)$/;

/**
 * Prepares the schema for this version: migrates or, in production, requires that all migrations have been applied.
 * @throws ServiceError UNAVAILABLE if the database is not reachable, StartError with an instruction otherwise
 */
export async function prepareDatabase(
  connection: DatabaseConnection,
  { mayMigrate }: { mayMigrate: boolean },
): Promise<void> {
  const error = await connectOnce(connection);
  if (error && 'code' in error && REJECTED.test(String(error.code))) {
    throw new StartError(`The database at DATABASE_URL rejected the service: ${error.message}.`);
  }
  if (error) throw notReachable(error);
  if (mayMigrate) return void (await migrate(connection));
  const pending = await pendingMigrations(connection);
  if (pending.length > 0) throw new StartError(`Run \`npm run migrate\` first: ${pending.join(', ')} has not run`);
}
