import { parseIntoClientConfig } from 'pg-connection-string';
import type { PoolConfig } from 'pg';

/** Connections of each of the two pools, unless told otherwise. */
export const POOL_SIZE = 10;

/** Where the database is and who connects; `host` may be the folder of a Unix socket. */
export type DatabaseConnection = Pick<PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>;

/**
 * Reads a URL as libpq does, `?host=/folder/of/socket` and `?sslmode=` included. What it leaves open, the driver decides.
 * @throws when a certificate that it names cannot be read.
 */
export function connectionFromUrl(url: string): DatabaseConnection {
  const { host, port, user, password, database, ssl } = parseIntoClientConfig(url);
  const given = { host, port, user, password, database, ssl };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
  ) as DatabaseConnection;
}
