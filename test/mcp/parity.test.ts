import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCESS_LEVELS } from '../../src/access/access-level.ts';
import { useSite } from '../support/use-service.ts';
import { callTool, connect, type McpAnswer } from './mcp-client.ts';

/** `MCP_CASES=1000` runs 1,000. */
const CASES = Number(process.env['MCP_CASES'] ?? 60);

const site = useSite();

interface Caller {
  name: string;
  key: string;
  user: string | undefined;
  client: Client;
}
const callers: Caller[] = [];
const ids: string[] = [];

beforeAll(async () => {
  const tokens = {
    nobody: undefined,
    user: await site.service.token(site.id, { uid: 'u' }),
    member: await site.service.token(site.id, { uid: 'm', membershipTier: 'premium' }),
    subscriber: await site.service.token(site.id, { uid: 's', subscriptions: ['pro'] }),
    forged: 'eyJhbGciOiJIUzI1NiJ9.e30.x',
  };
  for (const scopes of [['read'], ['read', 'preview'], ['read', 'write'], ['write']]) {
    const { secret: key } = await site.service.key(site.id, { name: scopes.join(), scopes });
    for (const [name, user] of Object.entries(tokens)) {
      const client = await connect(site, { key, ...(user ? { user } : {}) });
      callers.push({ name: `${scopes.join('+')} ${name}`, key, user, client });
    }
  }
  for (const [index, accessLevel] of ACCESS_LEVELS.entries()) {
    for (const status of ['published', 'draft', 'archived']) {
      const { _id } = await site.create('/content', {
        type: 'article',
        externalId: `${accessLevel}-${status}`,
        title: `Lamp ${index}`,
        content: 'Copper lamps need oil.',
        tags: [accessLevel, status],
        status,
        accessLevel,
        ...(accessLevel === 'subscription' ? { requiredSubscriptions: ['pro'] } : {}),
      });
      ids.push(_id);
    }
  }
  await site.indexed();
});
afterAll(() => Promise.all(callers.map(({ client }) => client.close())));

/** What the same caller gets from REST. */
async function rest({ key, user }: Caller, method: string, path: string, body?: object) {
  const headers = { 'x-svc-api-key': key, ...(user ? { authorization: `Bearer ${user}` } : {}) };
  const answer = await site.call<Record<string, unknown>>(method, path, body, headers);
  return { status: answer.status, body: answer.body };
}

async function graphql({ key, user }: Caller, query: string, variables: object) {
  const headers = { 'x-svc-api-key': key, ...(user ? { authorization: `Bearer ${user}` } : {}) };
  return site.service.graphql<Record<string, Record<string, unknown> | null>>(query, variables, headers);
}

type Ask = (caller: Caller) => Promise<{ mcp: McpAnswer; refused: string | undefined; same: [unknown, unknown][] }>;

const readOne =
  (id: string): Ask =>
  async (caller) => {
    const mcp = await callTool(caller.client, 'content_get', { id });
    const { body } = await rest(caller, 'GET', `/content/${encodeURIComponent(id)}`);
    const answer = await graphql(caller, 'query ($id: ID!) { content(id: $id) { id content tags } }', { id });
    const one = answer.data?.['content'];
    return {
      mcp,
      refused: body.error,
      same: [
        [mcp.data['content'], body.data?.['content']],
        [mcp.data['content'], one?.['content']],
        [mcp.isError ? mcp.data['error'] : undefined, answer.errors?.[0]?.message],
      ],
    };
  };

const list =
  (args: { status?: string; tag?: string; limit: number }): Ask =>
  async (caller) => {
    const mcp = await callTool(caller.client, 'content_find', args);
    const query = new URLSearchParams({ ...args, limit: String(args.limit) }).toString();
    const { body } = await rest(caller, 'GET', `/content?${query}`);
    const items = body.data as unknown as { _id: string; title: string }[] | undefined;
    return {
      mcp,
      refused: body.error,
      same: [
        [(mcp.data['items'] as { id: string }[] | undefined)?.map(({ id }) => id), items?.map(({ _id }) => _id)],
        [mcp.data['total'], (body['pagination'] as { total: number } | undefined)?.total],
      ],
    };
  };

const search =
  (query: string, preview: boolean): Ask =>
  async (caller) => {
    const mcp = await callTool(caller.client, 'search', { query, preview, maxResults: 20 });
    const { body } = await rest(caller, 'POST', '/rag/search', { query, preview, maxResults: 20 });
    const found = body.data?.['results'] as { content: string }[] | undefined;
    const texts = (results: unknown) => (results as { content: string }[] | undefined)?.map(({ content }) => content);
    return { mcp, refused: body.error, same: [[texts(mcp.data['results']), texts(found)]] };
  };

const write =
  (id: string, author: string): Ask =>
  async (caller) => {
    const mcp = await callTool(caller.client, 'content_update', { id, author });
    const { body } = await rest(caller, 'PUT', `/content/${encodeURIComponent(id)}`, { author });
    return { mcp, refused: body.error, same: [[mcp.data['title'], body.data?.['title']]] };
  };

const asks = fc.oneof(
  fc.record({ kind: fc.constant('read' as const), index: fc.nat(14) }),
  fc.record({
    kind: fc.constant('list' as const),
    status: fc.constantFrom(undefined, 'published', 'draft', 'archived', 'nonsense'),
    tag: fc.constantFrom(undefined, 'premium', 'draft', 'none'),
    limit: fc.integer({ min: 1, max: 15 }),
  }),
  fc.record({
    kind: fc.constant('search' as const),
    query: fc.constantFrom('copper lamps', 'oil', 'Lamp 2', ' ', 'x'.repeat(2_001)),
    preview: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('write' as const), index: fc.nat(14), author: fc.string({ maxLength: 5 }) }),
);

function toAsk(one: typeof asks extends fc.Arbitrary<infer T> ? T : never): Ask {
  if (one.kind === 'search') return search(one.query, one.preview);
  if (one.kind === 'list') {
    const { status, tag, limit } = one;
    return list({ limit, ...(status ? { status } : {}), ...(tag ? { tag } : {}) });
  }
  const id = ids[one.index] ?? (one.index === 12 ? 'nope' : '00000000-0000-7000-8000-000000000000');
  return one.kind === 'read' ? readOne(id) : write(id, one.author);
}

test(`${CASES} random calls: MCP answers and rejects what REST and GraphQL do`, async () => {
  const property = fc.asyncProperty(asks, fc.nat(19), async (one, index) => {
    const caller = callers[index % callers.length];
    if (!caller) throw new Error('There are callers');
    const { mcp, refused, same } = await toAsk(one)(caller);
    expect({ caller: caller.name, refused: mcp.isError ? mcp.data['error'] : undefined }).toEqual({
      caller: caller.name,
      refused,
    });
    for (const [ours, theirs] of same) expect(ours ?? null).toEqual(theirs ?? null);
  });
  await fc.assert(property, { numRuns: CASES });
}, 600_000);
