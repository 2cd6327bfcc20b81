import { randomBytes } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { probeDatabase, notReachable } from '../../../src/database/connection/availability.ts';
import { toServiceError } from '../../../src/database/connection/service-error.ts';
import { administer } from '../../support/postgres.ts';

test('a database that accepts no more connections is reported as such', async () => {
  const server = inject('testPostgres');
  const role = `full_${randomBytes(8).toString('hex')}`;
  await administer(server, (client) => client.query(`create role ${role} login connection limit 0`));
  const { host, port } = server;
  const connection = { host, port, user: role, database: 'postgres', ssl: false };
  const error: unknown = await probeDatabase(connection).catch((reason: unknown) => reason);
  await administer(server, (client) => client.query(`drop role ${role}`));
  const full = { code: 'UNAVAILABLE', message: 'The database accepts no more connections' };
  expect(notReachable(error)).toMatchObject(full);
  expect(toServiceError(error)).toMatchObject(full);
});
