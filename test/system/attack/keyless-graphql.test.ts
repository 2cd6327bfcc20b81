import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { FULL, besideSteadyCaller, expectServed, useTarget } from './use-target.ts';

const attacked = useTarget({ GRAPHQL_INTROSPECTION: 'false' });

const BODIES = 24;
const NESTED_BYTES = 11_000_000;
const DOCUMENTS = FULL ? 60 : 20;

const nested = (bytes: number) =>
  Buffer.from(`{"query":"{ __typename }","variables":{"a":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}}`);

/** Repeats one field under one name so often that validation compares every pair. */
const repeated = (fields: number) => JSON.stringify({ query: `{ ${'__typename '.repeat(fields)} }` });

interface Answer {
  status: number;
  body: string;
}

/** From an attacker's address; answers what came, or why nothing did. */
function post(path: string, body: Buffer | string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(`${attacked.target.url}${path}`, {
      method: 'POST',
      localAddress: '127.0.0.9',
      agent: false,
      headers: {
        accept: path === '/graphql' ? 'application/json' : 'text/event-stream',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    });
    sent.once(
      'response',
      (response) =>
        void text(response).then(
          (read) => resolve({ status: response.statusCode ?? 0, body: read }),
          () => resolve({ status: 0, body: 'cut' }),
        ),
    );
    sent.on('error', (error) => resolve({ status: 0, body: error.message }));
    sent.end(body);
  });
}

describe.each(['/graphql', '/graphql/stream'])('without a key at %s', (path) => {
  test(`${BODIES} nested bodies of 11 MB delay no other caller and are not held in memory`, async () => {
    const body = nested(FULL ? NESTED_BYTES : 2_000_000);
    let answers: Answer[] = [];
    const beside = await besideSteadyCaller(attacked, async () => {
      answers = await Promise.all(Array.from({ length: BODIES }, () => post(path, body)));
    });
    expect(answers.filter(({ status }) => status === 200 || status >= 500)).toEqual([]);
    expectServed(beside);
  });

  test(`${DOCUMENTS} small documents of thousands of equal fields delay no other caller`, async () => {
    const beside = await besideSteadyCaller(attacked, () =>
      Promise.all(Array.from({ length: DOCUMENTS }, () => post(path, repeated(4_900)))),
    );
    expectServed(beside);
  });

  test('introspection that is switched off tells nothing of the schema, and neither do errors', async () => {
    const { key } = attacked;
    for (const query of [
      '{ __schema { types { name } } }',
      '{ __type(name: "Query") { name } }',
      '{ conten { total } }',
    ]) {
      const answer = await post(path, JSON.stringify({ query }), key);
      expect(answer.body).not.toMatch(/"types"|"__type"\s*:\s*\{|Did you mean/);
      expect(answer.body).not.toMatch(/Internal server error|"INTERNAL/);
    }
  });

  test('a syntax error is the caller’s error', async () => {
    const { body } = await post(path, JSON.stringify({ query: '{ contents( }' }), attacked.key);
    expect(body).toContain('Syntax Error');
    expect(body).not.toMatch(/Internal server error|"INTERNAL/);
  });
});

test('a keyless caller who keeps calling is answered 429, and a keyed one beside it is not', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, () => post('/graphql', '{"query":"{ contents { total } }"}')),
  );
  const refused = new Set(answers.map(({ status }) => status));
  expect(refused).toContain(429);
  const keyed = await post('/graphql', '{"query":"{ contents { total } }"}', attacked.key);
  expect(keyed).toMatchObject({ status: 200 });
});
