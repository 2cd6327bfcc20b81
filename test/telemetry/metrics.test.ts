import { describe, expect, test } from 'vitest';
import { METRICS } from '../../src/telemetry/metrics.ts';
import { COHERE_KEY, startCohereDouble } from '../support/cohere-double.ts';
import type { ReceivedPoint } from '../support/otlp-double.ts';
import { use } from '../support/use.ts';
import { startObserved } from './observed-service.ts';

const cohere = use(() => startCohereDouble());
const observed = use(() => startObserved({ COHERE_API_KEY: COHERE_KEY, COHERE_BASE_URL: cohere.url }));
const site = use(() => observed.service.site());

async function points(name: keyof typeof METRICS): Promise<ReceivedPoint[]> {
  await observed.service.app.telemetry.flush();
  return observed.receiver.pointsOf(name);
}

/** The newest point of a metric with these attributes, once there is one that counts so many. */
function point(name: keyof typeof METRICS, attributes: Record<string, unknown>, count = 1): Promise<ReceivedPoint> {
  return observed.told((receiver) =>
    receiver
      .pointsOf(name)
      .find(
        (found) =>
          found.count >= count && Object.entries(attributes).every(([key, value]) => found.attributes[key] === value),
      ),
  );
}

describe('what is measured', () => {
  test('requests, by method, route, operation and status', async () => {
    await site.get('/content');
    await site.get('/content');
    await site.get('/content/unknown');
    const about = { 'http.request.method': 'GET', 'url.scheme': 'http', 'http.response.status_code': 200 };
    const listed = await point('http.server.request.duration', { 'lectern.operation': 'ListContent' }, 2);
    expect(listed).toMatchObject({
      unit: 's',
      count: 2,
      attributes: { ...about, 'http.route': '/api/sdk/content', 'lectern.operation': 'ListContent' },
    });
    expect(listed.sum).toBeGreaterThan(0);
    expect(listed.sum).toBeLessThan(30);
    const missed = { 'http.route': '/api/sdk/content/:id', 'http.response.status_code': 404 };
    expect((await point('http.server.request.duration', missed)).count).toBe(1);
  });

  test('root fields and statements', async () => {
    await site.get('/content');
    expect(await points('lectern.graphql.resolver.duration')).toContainEqual(
      expect.objectContaining({ unit: 's', attributes: { 'graphql.field.name': 'Query.contents' } }),
    );
    expect(await points('db.client.operation.duration')).toContainEqual(
      expect.objectContaining({
        unit: 's',
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': 'select',
          'db.collection.name': 'content_list',
        },
      }),
    );
  });

  test('the legs of searches', async () => {
    await site.create('/knowledge/documents', { title: 'Chains', content: 'How to clean a chain.' });
    await site.indexed();
    await site.post('/rag/search', { query: 'chain', useReranking: true });
    const legs = await points('lectern.search.duration');
    expect(legs.map(({ attributes }) => attributes['lectern.search.leg'])).toEqual(
      expect.arrayContaining(['total', 'embed', 'index', 'recheck', 'rerank']),
    );
  });

  test('tokens, as the model counts them', async () => {
    await site.post('/agent/chat', { message: 'How do I clean a chain?' });
    const { tokensUsed } = (
      await site.create<{ metadata: { tokensUsed: number } }>('/agent/chat', { message: 'How do I clean a chain?' })
    ).metadata;
    const used = (await points('gen_ai.client.token.usage')).filter(
      ({ attributes }) => attributes['gen_ai.operation.name'] === 'chat',
    );
    expect(used.map(({ attributes }) => attributes['gen_ai.token.type']).toSorted()).toEqual(['input', 'output']);
    expect(used.reduce((sum, point) => sum + point.sum, 0)).toBe(2 * tokensUsed);
    expect(used[0]).toMatchObject({ unit: '{token}', count: 2 });
  });

  test('runs of jobs and how long they waited', async () => {
    const about = { 'lectern.job.kind': 'index-source' };
    const completed = { ...about, 'lectern.job.outcome': 'completed' };
    expect(await point('lectern.job.duration', completed)).toMatchObject({ unit: 's', attributes: completed });
    expect(await point('lectern.job.wait.duration', about)).toMatchObject({ unit: 's', attributes: about });
  });

  test('how many jobs wait and for how long, also once none does any more', async () => {
    const { database } = observed.service.app;
    const insert = (key: string, due: string) =>
      database.system.rows(
        `insert into job (id, lane, kind, key, payload, status, attempts, run_at, created_at) values
           (gen_random_uuid(), '00000000-0000-0000-0000-000000000000', 'without-a-runner', $1, '{}', 'queued', 0, now() ${due}, now())`,
        [key],
      );
    const read = async (name: 'lectern.job.queue.depth' | 'lectern.job.queue.age') =>
      (await points(name)).find(({ attributes }) => attributes['lectern.job.kind'] === 'without-a-runner');
    await insert('one', `- interval '90 seconds'`);
    await insert('two', `+ interval '1 hour'`);
    expect(await read('lectern.job.queue.depth')).toMatchObject({ unit: '{job}', sum: 2 });
    expect((await read('lectern.job.queue.age'))?.sum).toBeGreaterThanOrEqual(90);
    expect((await read('lectern.job.queue.age'))?.sum).toBeLessThan(180);
    await database.system.rows(`delete from job where kind = 'without-a-runner'`);
    expect((await read('lectern.job.queue.depth'))?.sum).toBe(0);
  });

  test('with units as declared, and by nothing that has many values: no site, no id', async () => {
    await observed.service.app.telemetry.flush();
    for (const { name, unit, attributes } of observed.receiver.points) {
      expect([name, unit]).toEqual([name, METRICS[name as keyof typeof METRICS].unit]);
      expect(JSON.stringify(attributes)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    }
  });
});
