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
const source = newId();

beforeAll(async () => {
  await administer(server, (admin) => admin.query(`create database ${database}`));
  const orm = await initOrm(connection);
  await orm.migrator.up({ to: '20261122_file_access' });
  await orm.close();
  await client.connect();
  await client.query(
    `insert into site (id, name, owner_email, plan, trust_caller_user, forms, subscriptions, created_at, updated_at)
     values ($1, 'S', 'a@b.example', 'free', false, '{}', '[]', now(), now())`,
    [site],
  );
  await client.query(
    `insert into knowledge_source (id, site_id, kind, title, file_name, content_type, access_level,
       required_subscriptions, status, chunks, revision, generation, text_access_level, text_required_subscriptions, created_at)
     values ($1, $2, 'document', 'T', 'T', 'document', 'subscription', '{gold}', 'completed', 1, 1, 1, 'subscription', '{gold}', now())`,
    [source, site],
  );
});
afterAll(async () => {
  await client.end();
  await administer(server, (admin) => admin.query(`drop database ${database} with (force)`));
});

/** A session of these turns: `traced` still has its trace, `forgotten` has not, `trigger` asked no model. */
async function session(
  kinds: readonly ('traced' | 'forgotten' | 'trigger')[],
): Promise<{ id: string; turns: string[] }> {
  const id = newId();
  await client.query(
    `insert into chat_session values ($1::uuid, $2, $1::uuid::text, null, 'In short.', ${kinds.length}, now(), now())`,
    [id, site],
  );
  const turns = kinds.map(() => newId());
  for (const [at, kind] of kinds.entries()) {
    const trace = { documents: [{ sourceId: source }], candidates: [{ sourceId: source, given: false }] };
    await client.query(
      `insert into chat_turn values ($1, $2, $3, 'm', $4, null, $5, now() + make_interval(secs => ${at}))`,
      [
        turns[at],
        site,
        id,
        JSON.stringify({ metadata: { model: kind === 'trigger' ? 'none' : 'm' } }),
        kind === 'traced' ? JSON.stringify(trace) : null,
      ],
    );
  }
  return { id, turns };
}

test('turns from before are readable as far as their traces tell what they were made from', async () => {
  const known = await session(['trigger', 'traced']);
  const unknown = await session(['traced', 'forgotten', 'traced']);
  await migrate(connection);
  const contexts = async ({ id }: { id: string }) =>
    (
      await client.query<{ turns: string[] | null }>(
        `select a.context_turns as turns from chat_turn t join chat_answer a on a.turn_id = t.id
         where t.session_id = $1 order by created_at`,
        [id],
      )
    ).rows.map(({ turns }) => turns);
  expect(await contexts(known)).toEqual([known.turns.slice(0, 1), known.turns]);
  expect(await contexts(unknown)).toEqual([unknown.turns.slice(0, 1), null, null]);
  const summaries = await client.query('select session_id as id, context_turns as summary_turns from chat_summary');
  expect(summaries.rows).toEqual(
    expect.arrayContaining([
      { id: known.id, summary_turns: known.turns },
      { id: unknown.id, summary_turns: null },
    ]),
  );
  const sources = await client.query(
    'select source_id, access_level, required_subscriptions, given from chat_turn_source where turn_id = $1',
    [known.turns[1]],
  );
  expect(sources.rows).toEqual([
    { source_id: source, access_level: 'subscription', required_subscriptions: ['gold'], given: true },
  ]);
});
