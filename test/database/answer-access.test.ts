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

beforeAll(async () => {
  await administer(server, (admin) => admin.query(`create database ${database}`));
  const orm = await initOrm(connection);
  await orm.migrator.up({ to: '20261122_row_access' });
  await orm.close();
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await administer(server, (admin) => admin.query(`drop database ${database} with (force)`));
});

test('answers, traces and summaries are moved whole; turns and sessions keep nothing that a model wrote', async () => {
  const [site, summed, plain, traced, forgotten] = [newId(), newId(), newId(), newId(), newId()];
  await client.query(
    `insert into site (id, name, owner_email, plan, trust_caller_user, forms, subscriptions, link_hosts, created_at, updated_at)
     values ($1, 'S', 'a@b.example', 'free', false, '{}', '[]', '{}', now(), now())`,
    [site],
  );
  await client.query(
    `insert into chat_session (id, site_id, key, summary, summarised_turns, summary_turns, created_at, updated_at)
     values ($2, $1, 'summed', 'Told SECRET.', 3, array[$4::uuid], now(), now()), ($3, $1, 'plain', null, 0, '{}', now(), now())`,
    [site, summed, plain, traced],
  );
  const calls = [
    { name: 'one', input: { q: 'SECRET' }, output: 'SECRET' },
    { name: 'two', input: {}, output: null },
  ];
  const answer = {
    message: 'SECRET',
    sessionId: 's',
    toolCalls: calls,
    actions: [{ type: 'SECRET' }],
    citations: [{ start: 0 }],
    metadata: { model: 'm' },
  };
  const trace = { prompt: 'SECRET', tokens: { input: 1 }, toolCalls: calls };
  const other = { message: 'SECRET too', sessionId: 's', toolCalls: null, metadata: { model: 'm' } };
  await client.query(
    `insert into chat_turn (id, site_id, session_id, message, answer, trace, context_turns, has_outside_text, created_at)
     values ($4, $1, $2, 'm', $6, $7, array[$4::uuid], true, now()), ($5, $1, $3, 'm', $8, null, null, true, now())`,
    [site, summed, plain, traced, forgotten, answer, trace, other].map((value) =>
      typeof value === 'object' ? JSON.stringify(value) : value,
    ),
  );
  await migrate(connection);
  const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
  expect(
    await rows('select turn_id, session_id, answer, trace, context_turns from chat_answer order by turn_id'),
  ).toEqual([
    { turn_id: traced, session_id: summed, answer, trace, context_turns: [traced] },
    { turn_id: forgotten, session_id: plain, answer: other, trace: null, context_turns: null },
  ]);
  expect(await rows('select session_id, summary, summarised_turns, context_turns from chat_summary')).toEqual([
    { session_id: summed, summary: 'Told SECRET.', summarised_turns: 3, context_turns: [traced] },
  ]);
  expect(await rows('select redacted_answer, redacted_trace from chat_turn order by id')).toEqual([
    {
      redacted_answer: {
        sessionId: 's',
        toolCalls: [
          { name: 'one', input: null, output: null },
          { name: 'two', input: null, output: null },
        ],
        metadata: { model: 'm' },
      },
      redacted_trace: { tokens: { input: 1 } },
    },
    { redacted_answer: { sessionId: 's', toolCalls: null, metadata: { model: 'm' } }, redacted_trace: null },
  ]);
  expect(JSON.stringify(await rows('select t, s from chat_turn t, chat_session s'))).not.toContain('SECRET');
});
