import { StartError } from '../shared/start-error.ts';
import { connectOnce, notReachable } from './availability.ts';
import type { DatabaseConnection } from './connection.ts';
import { migrate, pendingMigrations } from './migrate.ts';

/** Wrong user, password or address rules (class 28), or no database of that name: only another configuration helps. */
const REJECTED = /^(28...|3D000)$/;

/**
 * Has the schema ready for this version: migrates, or where it may not, requires that all migrations have run.
 * @throws ServiceError UNAVAILABLE when the database can't be reached, StartError with one sentence saying what to change
 */
export async function prepareDatabase(
  connection: DatabaseConnection,
  { mayMigrate }: { mayMigrate: boolean },
): Promise<void> {
  const error = await connectOnce(connection);
  if (error && 'code' in error && REJECTED.test(String(error.code))) {
    throw new StartError(`The database at DATABASE_URL does not accept the service: ${error.message}.`);
  }
  if (error) throw notReachable(error);
  if (mayMigrate) return void (await migrate(connection));
  const pending = await pendingMigrations(connection);
  if (pending.length > 0) throw new StartError(`Run \`npm run migrate\` first: ${pending.join(', ')} has not run`);
}
