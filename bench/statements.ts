import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { OtlpDouble } from '../test/support/otlp-double.ts';
import { type Client, createSite, forAll } from './eval/client.ts';
import { type OwnService, startOwnService } from './eval/service.ts';

const ITEMS = 100;
const CALLER_SPAN = '00f067aa0ba902b7';
const POLL_MS = 20;
const JOBS_REST_MS = 1_000;

/** Statements that tell PostgreSQL the site, and the lookup of a key, which is cached for some seconds. */
const BESIDES = new Set(['select set_config', 'update api_key', 'select api_key']);

export interface StatementFigure {
  operation: string;
  /** The statements of each request, described as in traces: `select content_item`. */
  runs: string[][];
}

interface Request {
  method?: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

/**
 * Counts the SQL statements of requests, each for one item and for many, from the traces of a service that records them.
 * The first request of each operation fills the caches that hold no responses, and is not counted.
 */
export async function countStatements(): Promise<StatementFigure[]> {
  const receiver = await OtlpDouble.start();
  const service = await startOwnService({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    RATE_LIMIT_ENTERPRISE_PER_MINUTE: '1000000',
  });
  try {
    const { client, key } = await createSite(service.url, service.adminKey);
    const world = await fill(client);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await upload(service.url, key, name);
    await delay(JOBS_REST_MS);
    const counter = new StatementCounter(service, receiver, key);
    const figures: StatementFigure[] = [];
    for (const [operation, requestOf] of operations(world)) {
      await counter.count(requestOf(2));
      figures.push({ operation, runs: [await counter.count(requestOf(1)), await counter.count(requestOf(ITEMS))] });
    }
    return [...figures, ...(await cachedFigures(counter, world))];
  } finally {
    await service.remove();
    await receiver.stop();
  }
}

/** A table of Markdown. */
export function statementReport(figures: readonly StatementFigure[]): string {
  return [
    `| SQL statements of a request | for 1 item | for ${ITEMS} | which |`,
    '|---|--:|--:|---|',
    ...figures.map(({ operation, runs: [one = [], many = one] }) => {
      const names = [...new Set(many)].map((name) => `${name}${timesOf(name, many)}`);
      return `| ${operation} | ${one.length} | ${many.length} | ${names.join(', ')} |`;
    }),
  ].join('\n');
}

function timesOf(name: string, names: readonly string[]): string {
  const count = names.filter((each) => each === name).length;
  return count > 1 ? ` ×${count}` : '';
}

class StatementCounter {
  private readonly service: OwnService;
  private readonly receiver: OtlpDouble;
  private readonly key: string;

  constructor(service: OwnService, receiver: OtlpDouble, key: string) {
    this.service = service;
    this.receiver = receiver;
    this.key = key;
  }

  async count(request: Request): Promise<string[]> {
    const traceId = randomBytes(16).toString('hex');
    await this.send(request, traceId);
    // The span of the request ends last.
    while (!this.receiver.spansOf(traceId).some(({ parentSpanId }) => parentSpanId === CALLER_SPAN)) {
      await delay(POLL_MS);
    }
    return this.receiver
      .spansOf(traceId)
      .filter(({ attributes, name }) => 'db.operation.name' in attributes && !BESIDES.has(name))
      .map(({ name }) => name);
  }

  async send({ method, path, body, headers }: Request, traceId: string): Promise<Response> {
    const response = await fetch(this.service.url + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        'x-svc-api-key': this.key,
        traceparent: `00-${traceId}-${CALLER_SPAN}-01`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 400) throw new Error(`${path}: ${response.status} ${text}`);
    return response;
  }
}

interface World {
  /** Ids of items, each with a reference and a cover. */
  ids: string[];
}

async function fill(client: Client): Promise<World> {
  const create = async (path: string, body: object): Promise<string> =>
    (await client.call<{ data: { _id: string } }>('POST', `/api/sdk${path}`, body)).data._id;
  const fields = [
    { name: 'next', type: 'reference' },
    { name: 'related', type: 'references' },
    { name: 'rating', type: 'number', filterable: true },
  ];
  await create('/content-types', { name: 'Post', slug: 'post', fields, aiConfig: { indexed: false } });
  const levels: string[][] = [];
  for (let level = 0; level < 4; level += 1) {
    const below = levels.at(-1) ?? [];
    const items = Array.from({ length: ITEMS }, (_, at) => ({
      type: 'post',
      externalId: `${level}-${at}`,
      title: `Item ${level} ${at}`,
      status: 'published',
      sortOrder: 4 - level,
      tags: ['all'],
      content: 'A sentence of the body.',
      customFields: {
        rating: at % 10,
        ...(below.length > 0 ? { next: below[at], related: [below[at], below[(at + 1) % ITEMS]] } : {}),
      },
    }));
    const { data } = await client.call<{ data: { _id: string }[] }>('POST', '/api/sdk/content/batch', { items });
    levels.push(data.map(({ _id }) => _id));
  }
  await forAll([1, 2, 3], async (at) => {
    await create('/knowledge/documents', { title: `Chains ${at}`, content: 'How to clean a chain: brush it.' });
  });
  return { ids: levels.at(-1) ?? [] };
}

async function upload(url: string, key: string, name: string): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob(['A text.'], { type: 'text/plain' }), name);
  const response = await fetch(`${url}/api/sdk/assets/upload`, {
    method: 'POST',
    headers: { 'x-svc-api-key': key },
    body,
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
}

/** Each request differs from those before, so that no response comes from a cache. */
function operations({ ids }: World): [string, (limit: number) => Request][] {
  const list = (query: string) => (limit: number) => ({
    path: `/api/sdk/content?sort=sortOrder&sortDir=asc&limit=${limit}${query}`,
  });
  /** GraphQL ignores the variables that a query does not declare, and caches hold a response for each value of them. */
  const graphql = (query: string) => (limit: number) => ({ path: '/graphql', body: { query, variables: { limit } } });
  const contents = (selection: string) =>
    graphql(`query ($limit: Int) {
      contents(order: { sort: sortOrder, direction: asc }, page: { limit: $limit }) { ${selection} }
    }`);
  const related = (depth: number): string =>
    depth === 0 ? 'id' : `id references(field: "related") { ${related(depth - 1)} }`;
  const item = (query: string) => (limit: number) => ({ path: `/api/sdk/content/${ids[limit - 1]}${query}` });
  return [
    ['REST list', list('')],
    ['REST list with bodies', list('&includeContent=true')],
    ['REST list with includeRestricted', list('&includeRestricted=true&includeSortOrder=true')],
    ['REST list expanded three levels deep', list('&expand=true')],
    ['REST list by a filterable field', list('&type=post&filter[fields.rating][gte]=4')],
    ['REST by id', item('')],
    ['REST by id, expanded', item('?expand=true')],
    ['GraphQL list with bodies', contents('items { content }')],
    ['GraphQL list without a total', contents('hasMore items { title }')],
    ['GraphQL list with a total', contents('total items { title }')],
    ['GraphQL list with references of one level', contents(`items { ${related(1)} }`)],
    ['GraphQL list with references of two levels', contents(`items { ${related(2)} }`)],
    [
      'GraphQL list with two reference fields',
      contents('items { references(field: "related") { id } next: references(field: "next") { id } }'),
    ],
    [
      'GraphQL list of files with their uses',
      graphql(
        'query ($limit: Int) { assets(page: { limit: $limit }) { items { usedBy(limit: 2) { total items { title } } } } }',
      ),
    ],
    [
      'search',
      (limit) => ({
        path: '/api/sdk/rag/search',
        body: { query: `clean ${limit}`, maxPerSource: Math.min(limit, 50) },
      }),
    ],
    [
      'chat',
      (limit) => ({
        path: '/api/sdk/agent/chat',
        body: { message: `How do I clean ${limit} chains?`, sessionId: 'chat' },
      }),
    ],
    ['turns of a chat session', graphql('{ chatSession(id: "chat") { turns { message } } }')],
    [
      'REST create',
      (limit) => ({
        path: '/api/sdk/content',
        body: { externalId: `new-${limit}`, type: 'post', title: `New ${limit}` },
      }),
    ],
    [
      'REST create of many',
      (limit) => ({
        path: '/api/sdk/content/batch',
        body: {
          items: numbers(limit).map((at) => ({
            externalId: `many-${limit}-${at}`,
            type: 'post',
            title: `Many ${limit} ${at}`,
          })),
        },
      }),
    ],
    [
      'REST change',
      (limit) => ({ method: 'PUT', path: `/api/sdk/content/${ids[limit - 1]}`, body: { title: `Other ${limit}` } }),
    ],
    ['REST deletion', (limit) => ({ method: 'DELETE', path: `/api/sdk/content/${ids[limit - 1]}` })],
  ];
}

/** Requests whose response is cached. */
async function cachedFigures(counter: StatementCounter, { ids }: World): Promise<StatementFigure[]> {
  const path = '/api/sdk/content?limit=5';
  const response = await counter.send({ path }, randomBytes(16).toString('hex'));
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
  await counter.count({ path, headers });
  await counter.count({ path });
  const together = await Promise.all(
    numbers(10).map((at) => counter.count({ path: `/api/sdk/content/${ids[50]}?together=${at}` })),
  );
  return [
    { operation: 'REST list again', runs: [await counter.count({ path })] },
    { operation: 'REST list again, with If-None-Match', runs: [await counter.count({ path, headers })] },
    { operation: 'ten concurrent REST requests by id, in total', runs: [together.flat()] },
  ];
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
