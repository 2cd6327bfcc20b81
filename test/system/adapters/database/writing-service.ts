import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../../../src/adapters/database/embedded.ts';

/**
 * A service for tests to kill: starts the database in the folder given and writes rows one after the other.
 * Prints `starting`, then each row's number once its write is acknowledged.
 */
const [dataDir = ''] = process.argv.slice(2);
process.on('SIGINT', () => {});
console.log('starting');
const { host, port, user, database } = await startEmbeddedPostgres({ dataDir });
const client = new Client({ host, port, user, database, ssl: false });
await client.connect();
await client.query('create table written (number int)');
for (let number = 1; ; number += 1) {
  await client.query('insert into written values ($1)', [number]);
  console.log(number);
}
