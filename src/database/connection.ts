import { parseIntoClientConfig } from 'pg-connection-string';
import { Client, type Pool, type PoolClient, type PoolConfig } from 'pg';

/** Default number of connections of each of the two pools. */
export const POOL_SIZE = 10;

/** Address and user of the database; `host` may be the folder of a Unix socket. */
export type DatabaseConnection = Pick<PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>;

/**
 * Parses a URL like libpq, including `?host=/folder/of/socket` and `?sslmode=`. For missing parts the driver's defaults
 * apply.
 * @throws Error if a certificate in the URL cannot be read
 */
export function connectionFromUrl(url: string): DatabaseConnection {
  const { host, port, user, password, database, ssl } = parseIntoClientConfig(url);
  const settings = { host, port, user, password, database, ssl };
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''),
  ) as DatabaseConnection;
}

/** A connection of its own whose errors reject its statements only, with a limit for connecting and for each statement. */
export function createClient(connection: DatabaseConnection, limitMs: number): Client {
  const client = new Client({ ...connection, connectionTimeoutMillis: limitMs, query_timeout: limitMs });
  return client.on('error', () => {});
}

/**
 * Calls `work` for each client of the pool when it is used first. Not with the `connect` event: MikroORM opens the first
 * connection before a listener can be added.
 */
export function onNewClient(pool: Pool, work: (client: PoolClient) => void): void {
  const clients = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (clients.has(client)) return;
    clients.add(client);
    work(client);
  });
}
