import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestPostgres;
  }
}

/** The run's PostgreSQL, started by the global setup. */
export interface TestPostgres {
  /** Folder of its Unix socket. */
  host: string;
  port: number;
  user: string;
  /** The migrated, empty database that test databases are copied from. */
  template: string;
}

export interface TestDatabase {
  host: string;
  port: number;
  user: string;
  name: string;
  /** Ends connections that are still open. */
  drop(): Promise<void>;
}

/** A migrated database without rows, for the caller alone. Several may be made at once, from any worker. About 10 ms in memory, 100 on a disk. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { host, port, user, template } = inject('testPostgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer({ host, port, user }, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const drop = async (): Promise<void> => {
    await administer({ host, port, user }, (client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { host, port, user, name, drop };
}

/** Runs `work` in the maintenance database, as databases can't be made or dropped from within. */
export async function administer<T>(
  server: { host: string; port: number; user: string },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { host, port, user } = server;
  const client = new Client({ host, port, user, database: 'postgres', ssl: false });
  await client.connect();
  return work(client).finally(() => client.end());
}
