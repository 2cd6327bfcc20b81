import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { initOrm } from '../../src/database/connection/orm.ts';
import { newId } from '../../src/shared/ids.ts';
import { administer } from '../support/postgres.ts';

const server = inject('testPostgres');
const database = `test_${randomBytes(8).toString('hex')}`;
const connection = { host: server.host, port: server.port, user: server.user, database };
const client = new Client({ ...connection, ssl: false });
const site = newId();
const type = newId();
const unindexed = newId();
const published = newId();
const draft = newId();

/** An installation of the version before drafts were in the knowledge base. */
beforeAll(async () => {
  await administer(server, (admin) => admin.query(`create database ${database}`));
  const orm = await initOrm(connection);
  await orm.migrator.up({ to: '20261122_content_sorts' });
  await orm.close();
  await client.connect();
  await client.query(
    `insert into site (id, name, owner_email, plan, trust_caller_user, forms, subscriptions, link_hosts,
       created_at, updated_at)
     values ($1, 'S', 'a@b.example', 'free', false, '{}', '[]', '{}', now(), now())`,
    [site],
  );
  for (const scopes of [['read', 'write'], ['read'], ['write']]) {
    await client.query(
      `insert into api_key (id, site_id, name, hash, prefix, scopes, created_at) values ($1, $2, 'k', $3, 'p', $4, now())`,
      [newId(), site, scopes.join(), scopes],
    );
  }
  for (const [id, indexed] of [
    [type, true],
    [unindexed, false],
  ]) {
    await client.query(
      `insert into content_type (id, site_id, name, slug, fields, built_in_fields, ai_config, access_level, status, built_in,
         created_at, updated_at) values ($1::uuid, $2, 'T', $1::uuid::text, '[]', '{}', $3, 'public', 'active', false, now(), now())`,
      [id, site, JSON.stringify({ indexed })],
    );
  }
  await item(published, 'published', type);
  await client.query(
    `insert into knowledge_source (id, site_id, kind, title, file_name, content_type, access_level,
       required_subscriptions, status, chunks, revision, generation, text_access_level, text_required_subscriptions, created_at)
     values ($1, $2, 'content', 'T', 'T', 't', 'public', '{}', 'completed', 1, 1, 1, 'public', '{}', now())`,
    [published, site],
  );
  await item(draft, 'draft', type);
  await item(newId(), 'archived', type);
  await item(newId(), 'draft', unindexed);
  await item(newId(), 'draft', type, false);
  await migrate(connection);
});
afterAll(async () => {
  await client.end();
  await administer(server, (admin) => admin.query(`drop database ${database} with (force)`));
});

async function item(id: string, status: string, contentType: string, aiIndexed = true): Promise<void> {
  await client.query(
    `insert into content_item (id, site_id, external_id, type, content_type_id, title, title_folded, slug, language,
       categories, tags, status, access_level, required_subscriptions, custom_fields, ai_indexed, sort_order, created_at, updated_at)
     values ($1::uuid, $2, $1::uuid::text, 't', $3, 'T', 't', $1::uuid::text, 'en', '{}', '{}', $4, 'public', '{}', '{}', $5, 0,
       now(), now())`,
    [id, site, contentType, status, aiIndexed],
  );
}

test('keys that could read may still read drafts', async () => {
  const { rows } = await client.query<{ scopes: string[] }>('select scopes from api_key order by hash');
  expect(rows.map(({ scopes }) => scopes)).toEqual([['read', 'preview'], ['read', 'write', 'preview'], ['write']]);
});

test('what was searchable stays so, and drafts of indexed types are queued, marked', async () => {
  const { rows } = await client.query(
    'select id, published, text_published, generation from knowledge_source order by published',
  );
  expect(rows).toEqual([
    { id: draft, published: false, text_published: true, generation: null },
    { id: published, published: true, text_published: true, generation: 1 },
  ]);
  const jobs = await client.query(`select kind, key, site_id, status, run_at > now() as waits from job
    where kind = 'index-source'`);
  expect(jobs.rows).toEqual([{ kind: 'index-source', key: draft, site_id: site, status: 'queued', waits: true }]);
});
