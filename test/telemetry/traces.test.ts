import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { COHERE_KEY, startCohereDouble } from '../support/cohere-double.ts';
import type { ReceivedSpan } from '../support/otlp-double.ts';
import { use } from '../support/use.ts';
import { startObserved } from './observed-service.ts';

const CALLER = '00f067aa0ba902b7';
const SERVER = 2;

const cohere = use(() => startCohereDouble());
const observed = use(() => startObserved({ COHERE_API_KEY: COHERE_KEY, COHERE_BASE_URL: cohere.url }));
const site = use(() => observed.service.site());

beforeAll(async () => {
  await site.create('/knowledge/documents', { title: 'Chains', content: 'How to clean a chain: brush it.' });
  await site.indexed();
});

/** What a call within a caller's trace made of it. */
async function traced(method: string, path: string, body?: unknown): Promise<ReceivedSpan[]> {
  const traceId = randomBytes(16).toString('hex');
  await site.call(method, path, body, { traceparent: `00-${traceId}-${CALLER}-01` });
  return spansOf(traceId);
}

/** The request's own span ends last. */
async function spansOf(traceId: string): Promise<ReceivedSpan[]> {
  await observed.told((receiver) => receiver.spansOf(traceId).find(({ kind }) => kind === SERVER));
  return observed.receiver.spansOf(traceId);
}

function named(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const span = spans.find((each) => each.name === name);
  if (!span) throw new Error(`no span ${name} among ${spans.map((each) => each.name).join(', ')}`);
  return span;
}

/** The names from the span up to what the caller began. */
function lineage(spans: readonly ReceivedSpan[], span: ReceivedSpan | undefined): string[] {
  if (!span) return [];
  return [
    span.name,
    ...lineage(
      spans,
      spans.find(({ spanId }) => spanId === span.parentSpanId),
    ),
  ];
}

describe('a REST request is one trace', () => {
  test('of the request, the operation, the root field and its statements, and continues the caller’s', async () => {
    const spans = await traced('GET', '/content');
    const [statement] = spans.filter(({ name }) => name === 'select content_list');
    expect(lineage(spans, statement)).toEqual([
      'select content_list',
      'resolve Query.contents',
      'query ListContent',
      'GET /api/sdk/content',
    ]);
    expect(named(spans, 'GET /api/sdk/content')).toMatchObject({
      parentSpanId: CALLER,
      kind: SERVER,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/sdk/content',
        'http.response.status_code': 200,
        'lectern.operation': 'ListContent',
        'lectern.site.id': site.id,
      },
      resource: { 'service.name': 'lectern' },
    });
    const ids = new Set([CALLER, ...spans.map(({ spanId }) => spanId)]);
    expect(spans.filter(({ parentSpanId }) => !ids.has(parentSpanId))).toEqual([]);
  });

  test('with its body read, a write and the commit', async () => {
    // Long enough to come in parts, each in an event of its own.
    const content = 'Oil it. '.repeat(50_000);
    const created = await traced('POST', '/knowledge/documents', { title: 'Oil', content });
    const statement = named(created, 'insert knowledge_document');
    expect(lineage(created, statement)).toContain('resolve Mutation.createKnowledgeDocument');
    const { id } = await site.create('/knowledge/documents', { title: 'Oil', content: 'Oil it.' });
    const spans = await traced('PUT', `/knowledge/documents/${id}`, { content });
    for (const name of ['update knowledge_document', 'insert job', 'commit']) {
      expect(lineage(spans, named(spans, name))).toContain('resolve Mutation.updateKnowledgeDocument');
    }
  });

  test('with the legs of a search', async () => {
    const spans = await traced('POST', '/rag/search', { query: 'clean a chain', useReranking: true });
    const search = named(spans, 'search');
    for (const leg of ['embeddings', 'index search', 'search recheck', 'rerank']) {
      const span = spans.find(({ name }) => name.startsWith(leg));
      expect(span?.parentSpanId, leg).toBe(search.spanId);
    }
  });

  test('with the calls of models and what they cost', async () => {
    const spans = await traced('POST', '/agent/chat', { message: 'How do I clean a chain?' });
    const chat = spans.find(({ name }) => name.startsWith('chat '));
    expect(chat?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'cohere',
      'gen_ai.usage.input_tokens': expect.any(Number),
      'gen_ai.usage.output_tokens': expect.any(Number),
    });
    expect(lineage(spans, chat)).toContain('resolve Mutation.chat');
  });

  test('with the code of what went wrong', async () => {
    const spans = await traced('GET', '/content/00000000-0000-0000-0000-000000000000');
    expect(named(spans, 'resolve Query.content').attributes).toMatchObject({ 'error.type': 'NOT_FOUND' });
    expect(spans.map(({ status }) => status)).not.toContain(2);
  });
});

describe('a GraphQL request is one trace', () => {
  test('named by the kind of the operation and the schema’s fields, never by what the caller calls them', async () => {
    const traceId = randomBytes(16).toString('hex');
    await observed.service.graphql(
      'query Alpha { beta: contents { items { id } } }',
      {},
      { 'x-svc-api-key': site.key, traceparent: `00-${traceId}-${CALLER}-01` },
    );
    const spans = await spansOf(traceId);
    const [statement] = spans.filter(({ name }) => name === 'select content_list');
    expect(lineage(spans, statement)).toEqual([
      'select content_list',
      'resolve Query.contents',
      'graphql query',
      'POST /graphql',
    ]);
    expect(JSON.stringify(spans)).not.toMatch(/Alpha|beta/);
  });
});

describe('the caller’s trace', () => {
  test('is that of X-Cloud-Trace-Context where there is no traceparent', async () => {
    const traceId = randomBytes(16).toString('hex');
    await site.call('GET', '/content', undefined, { 'x-cloud-trace-context': `${traceId}/67667974448284343;o=1` });
    expect(named(await spansOf(traceId), 'GET /api/sdk/content').parentSpanId).toBe(CALLER);
  });

  test('is not sent where the caller decided so', async () => {
    const unwanted = randomBytes(16).toString('hex');
    await site.call('GET', '/content', undefined, { traceparent: `00-${unwanted}-${CALLER}-00` });
    await traced('GET', '/content');
    expect(observed.receiver.spansOf(unwanted)).toEqual([]);
  });
});

describe('a job is a trace of its own', () => {
  test('with its kind, site, outcome, models, index and statements', async () => {
    const run = await observed.told(({ spans }) =>
      spans.find(({ name, attributes }) => name === 'job index-source' && attributes['lectern.site.id'] === site.id),
    );
    expect(run).toMatchObject({
      parentSpanId: '',
      attributes: { 'lectern.job.kind': 'index-source', 'lectern.job.attempts': 1, 'lectern.job.outcome': 'completed' },
    });
    const below = observed.receiver.spansOf(run.traceId).filter(({ parentSpanId }) => parentSpanId !== '');
    expect(below.map(({ name }) => name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^embeddings/), 'index upsert', 'update knowledge_source']),
    );
  });
});
