import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import type { EmbeddedPostgres } from '../../src/adapters/database/embedded.ts';
import type { DatabaseConnection } from '../../src/database/connection.ts';
import { administer } from './postgres.ts';

const DATABASE_FOLDER = fileURLToPath(new URL('../../src/database/', import.meta.url));

const UNFINISHED = 'unfinished_template';

/** Makes the database that tests copy, unless an earlier run did so with the same migrations. Removes what earlier runs left. */
export async function ensureTemplate(postgres: EmbeddedPostgres): Promise<string> {
  const template = `template_${await migrationsHash()}`;
  const exists = await administer(postgres, (client) => removeAllBut(template, client));
  if (!exists) await buildTemplate(postgres, template);
  return template;
}

async function buildTemplate(postgres: EmbeddedPostgres, template: string): Promise<void> {
  await administer(postgres, async (client) => {
    await removeRoles(client);
    await client.query(`create database ${UNFINISHED}`);
  });
  const { host, port, user } = postgres;
  await migrateTemplate({ host, port, user, database: UNFINISHED });
  await administer(postgres, async (client) => {
    // A database that has sessions can't be copied: from now on nothing connects to this one.
    await client.query(`alter database ${UNFINISHED} with allow_connections false`);
    await client.query(`alter database ${UNFINISHED} rename to ${template}`);
  });
}

/** Imported when needed, as a run whose template is there needs no ORM. */
async function migrateTemplate(connection: DatabaseConnection): Promise<void> {
  const { migrate } = await import('../../src/database/migrate.ts');
  await migrate(connection);
}

async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['schema', 'migrations'].map((name) => join(DATABASE_FOLDER, name))) {
    for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
      if (name.endsWith('.ts')) hash.update(`${name}\0`).update(await readFile(join(folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** @returns whether the template is there. */
async function removeAllBut(template: string, client: Client): Promise<boolean> {
  const found = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^(test|template|unfinished)_'`,
  );
  const names = found.rows.map((row) => row.name);
  for (const name of names.filter((each) => each !== template)) {
    await client.query(`drop database ${name} with (force)`);
  }
  return names.includes(template);
}

/** Roles belong to the server, not to a database: migrations that changed shall meet none of before. */
async function removeRoles(client: Client): Promise<void> {
  const found = await client.query<{ name: string }>(
    `select quote_ident(rolname) as name from pg_roles where rolname !~ '^pg_' and rolname <> current_user`,
  );
  for (const { name } of found.rows) await client.query(`drop role ${name}`);
}
