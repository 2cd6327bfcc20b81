import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { entities } from '../../src/features/features.ts';
import { type TestDatabase, administer, createTestDatabase } from './postgres.ts';
import { use } from './use.ts';

/** A migrated database for the tests around: for tests below the API, which need no service. */
export function useDatabase(): Database {
  const { connection } = useDatabaseServer();
  return use(
    () => Database.connect(connection(), entities),
    (database) => database.close(),
  );
}

/** A database and how to connect to it, for tests that open connections of their own. Read it in tests and hooks only. */
export function useDatabaseServer() {
  const place: TestDatabase = use(createTestDatabase, ({ drop }) => drop());
  const connection = () => ({ host: place.host, port: place.port, user: place.user, database: place.name });
  return { connection };
}

/** Connected as the owner, to which no policy applies. */
export function useOwner(connection: () => pg.ClientConfig): pg.Client {
  return use(
    async () => {
      const client = new pg.Client({ ...connection(), ssl: false });
      await client.connect();
      return client;
    },
    (client) => client.end(),
  );
}

/** A database without tables, and how to connect to it. */
export function useEmptyDatabase() {
  const { host, port, user } = inject('testPostgres');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const server = { host, port, user };
  use(
    () => administer(server, (client) => client.query(`create database ${database}`)),
    () => administer(server, (client) => client.query(`drop database ${database} with (force)`)),
  );
  return { connection: () => ({ ...server, database }) };
}
