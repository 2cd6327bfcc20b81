import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { startCloudTasksDouble } from '../../support/cloud-tasks-double.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { use } from '../../support/use.ts';

// A whole service whose jobs are delivered by Cloud Tasks: nothing in it runs by itself.

const double = use(() => startCloudTasksDouble());
const service = useOwnService(() => double.environment);
const site = useSite(service);
beforeAll(() => double.routeTo(service.url));

let counter = 0;
/** Answers the document's id, which is the key of its job. */
async function write(content: string, of = site): Promise<string> {
  counter += 1;
  const { id } = await of.create<{ id: string }>('/knowledge/documents', { title: `Document ${counter}`, content });
  return id;
}

/** How many results hold the word. */
async function found(query: string): Promise<number> {
  const { results } = await site.create<{ results: { content: string }[] }>('/rag/search', {
    query,
    searchType: 'hybrid',
    maxResults: 50,
  });
  return results.filter(({ content }) => content.includes(query)).length;
}

interface JobRow {
  id: string;
  status: string;
  attempts: number;
}

async function jobOf(key: string): Promise<JobRow | undefined> {
  const [job] = await service.app.database.system.rows<JobRow>('select id, status, attempts from job where key = $1', [
    key,
  ]);
  return job;
}

async function chunksOf(key: string): Promise<number> {
  const [row] = await service.app.database
    .forSite(site.id, 'background')
    .rows<{ chunks: number }>('select count(*)::int as chunks from chunk where source_id = $1', [key]);
  return row?.chunks ?? 0;
}

const tasksOf = (jobId: string | undefined) =>
  double.created.filter(({ httpRequest }) => httpRequest.url.includes(`/internal/jobs/${jobId}?`));

/** As if it had been due for so long. */
async function overdue(key: string, age: string): Promise<void> {
  await service.app.database.system.rows('update job set run_at = run_at - $2::interval where key = $1', [key, age]);
}

describe('a service whose jobs come from Cloud Tasks', () => {
  test('makes a written document searchable, and answers the writing once the task is created', async () => {
    double.next('slow');
    const id = await write('The quick zebra jumps over the lazy okapi.');
    expect(tasksOf((await jobOf(id))?.id)).toHaveLength(1);
    await site.indexed();
    expect(await jobOf(id)).toMatchObject({ status: 'completed', attempts: 1 });
    expect(await found('zebra')).toBe(1);
  });

  test('runs a job whose task is lost once the sweep has found it, and not before', async () => {
    double.next('drop');
    const id = await write('A lost tapir.');
    await delay(2_500);
    expect(await jobOf(id)).toMatchObject({ status: 'queued' });
    const early: unknown = await (await double.sweep()).json();
    expect(early).toEqual({ requeued: 0, dispatched: 0 });
    await overdue(id, '1 minute');
    expect(await (await double.sweep()).json()).toEqual({ requeued: 0, dispatched: 1 });
    await site.indexed();
    expect(await found('tapir')).toBe(1);
  });

  test('sweeps that overlap dispatch a job once', async () => {
    double.next('drop');
    const id = await write('A patient pangolin.');
    await overdue(id, '1 minute');
    const release = double.hold();
    await Promise.all([double.sweep(), double.sweep(), double.sweep()]);
    await double.sweep();
    expect(tasksOf((await jobOf(id))?.id)).toHaveLength(2);
    release();
    await site.indexed();
  });

  test('runs a job whose task could not be created, by the sweep as well', async () => {
    double.next('refuse', 'refuse');
    const id = await write('A refused quokka.');
    expect(tasksOf((await jobOf(id))?.id)).toHaveLength(0);
    await overdue(id, '1 minute');
    await double.sweep();
    await site.indexed();
    expect(await found('quokka')).toBe(1);
  });

  test('runs a job once that is delivered twice at the same time', async () => {
    const release = double.hold();
    double.next('double');
    const id = await write('A doubled axolotl.');
    const job = await jobOf(id);
    release();
    const extra = await Promise.all(
      Array.from({ length: 5 }, async () => double.call(`/internal/jobs/${job?.id}`, await double.token())),
    );
    await site.indexed();
    expect(extra.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect(await jobOf(id)).toMatchObject({ status: 'completed', attempts: 1 });
    expect(await chunksOf(id)).toBe(1);
    expect(await found('axolotl')).toBe(1);
  });

  test('takes back the job of a worker that died', async () => {
    double.next('drop');
    const id = await write('An orphaned numbat.');
    await service.app.database.system.rows(
      `update job set status = 'running', attempts = 1, lease = gen_random_uuid(),
         leased_until = now() - interval '1 second' where key = $1`,
      [id],
    );
    expect(await (await double.sweep()).json()).toEqual({ requeued: 1, dispatched: 0 });
    await site.indexed();
    expect(await jobOf(id)).toMatchObject({ status: 'completed', attempts: 2 });
  });

  test("indexes a site's one document although another site's two hundred came first", async () => {
    const other = await service.site('Another site');
    const release = double.hold();
    for (let at = 0; at < 200; at++) await write(`Document ${at} of many.`);
    const id = await write('The only one.', other);
    const before = double.attempts.length;
    release();
    await Promise.all([site.indexed(), other.indexed()]);
    const [row] = await service.app.database.system.rows<{ earlier: number }>(
      `select count(*)::int as earlier from job, (select * from job where key = $1) as one
       where job.finished_at < one.finished_at and job.created_at > one.created_at - interval '1 minute'
         and job.site_id = $2 and job.created_at < one.created_at and job.finished_at > one.created_at`,
      [id, site.id],
    );
    expect(row?.earlier).toBeLessThan(20);
    while (double.open > 0) await delay(10);
    // Deliveries that have to come again slow the real queue down.
    const again = double.attempts.slice(before).filter(({ status }) => status !== 204);
    expect(again).toEqual([]);
  });
});
