import { parseIntoClientConfig } from 'pg-connection-string';
import type { PoolConfig } from 'pg';

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
  const given = { host, port, user, password, database, ssl };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
  ) as DatabaseConnection;
}
