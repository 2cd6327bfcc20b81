import { findRunningServer } from '../adapters/database/embedded/attach.ts';
import { startEmbeddedPostgres } from '../adapters/database/embedded.ts';
import type { Config } from '../config.ts';

/**
 * Opens the configured database; starts the embedded one if no service runs it. While a service is running on it, it is
 * shared: its schema must then not be migrated here.
 */
export async function openDatabase({ database, dataDir }: Config) {
  if (database) return { connection: database, isShared: false, close: async () => {} };
  const home = `${dataDir}/postgres`;
  const running = await findRunningServer(home);
  if (running) return { connection: { ...running, database: 'lectern' }, isShared: true, close: async () => {} };
  const { host, port, user, database: name, stop } = await startEmbeddedPostgres({ dataDir: home });
  return { connection: { host, port, user, database: name }, isShared: false, close: stop };
}
