import { describe, expect, test } from 'vitest';
import { NO_ID, newId } from '../../../src/shared/ids.ts';
import { insertSite } from '../../support/site-row.ts';
import { useKnowledge } from './knowledge.ts';

const knowledge = useKnowledge();
const { signal } = new AbortController();

describe('jobs that reconcile', () => {
  async function waiting() {
    return knowledge.database.system.rows<{ siteId: string | null; payload: Record<string, unknown>; seconds: number }>(
      `select site_id as "siteId", payload, extract(epoch from run_at - now())::float8 as seconds from job
       where kind = 'reconcile-index' and status = 'queued' order by created_at`,
    );
  }

  async function runNext(handler = knowledge.reconciling()): Promise<void> {
    const [job] = await knowledge.jobs.claim(1, ['reconcile-index']);
    if (!job) throw new Error('No job is due');
    await handler.run(job, signal);
    await knowledge.jobs.complete(job);
  }

  test('a new index has one for each site, and each is repeated a quarter of an hour later', async () => {
    await knowledge.indexedSource('walrus');
    await knowledge.index.deleteSite(knowledge.siteId);
    await knowledge.reconciling().enqueueAll();
    await knowledge.reconciling().enqueueAll();
    const [{ count } = { count: 0 }] = await knowledge.database.system.rows<{ count: number }>(
      'select count(*)::int from site',
    );
    expect(await waiting()).toHaveLength(count);
    await knowledge.database.system.rows('delete from job where site_id <> $1', [knowledge.siteId]);
    await runNext();
    expect(await knowledge.found('walrus')).toHaveLength(1);
    const [again] = await waiting();
    expect(again?.siteId).toBe(knowledge.siteId);
    expect(again?.seconds).toBeGreaterThan(14 * 60);
  });

  test('a job for the index of another version is left to that version, and ends after 60 passes', async () => {
    await knowledge.reconciling(knowledge.indexWith({ name: 'next' })).enqueueAll();
    await knowledge.database.system.rows('delete from job where site_id <> $1', [knowledge.siteId]);
    await knowledge.index.upsert(knowledge.siteId, [knowledge.stray()]);
    await runNext();
    expect(await knowledge.index.count(knowledge.siteId)).toBe(1);
    expect(await waiting()).toMatchObject([
      { siteId: knowledge.siteId, payload: { index: 'next', again: true, passes: 1 } },
    ]);
    await knowledge.database.system.rows(`update job set run_at = now(), payload = payload || '{"passes": 60}'`);
    await runNext();
    expect(await waiting()).toEqual([]);
  });

  test('a check for lost vectors that was killed while it wrote chunks again is repeated with all that are missing', async () => {
    const sourceId = await knowledge.indexedSource('walrus');
    // Without a vector: no search for vectors shows that it is missing.
    await knowledge.database.system.rows(`update chunk set embedder = 'none' where source_id = $1`, [sourceId]);
    await knowledge.index.deleteSite(knowledge.siteId);
    await knowledge.reconciling().enqueueReachChecks();
    await knowledge.database.system.rows('delete from job where site_id <> $1', [knowledge.siteId]);
    await knowledge.jobs.claim(1, ['reconcile-index']);
    await knowledge.jobs.sweep({ all: true });
    await runNext();
    expect(await knowledge.found('walrus')).toEqual([sourceId]);
  });

  test('each site has one per day at an hour of its own, except sites created today', async () => {
    const old = await Promise.all(
      Array.from({ length: 240 }, () => insertSite(knowledge.database.system, { daysAgo: 2 })),
    );
    await knowledge.reconciling().enqueueDue();
    const due = (await waiting()).map((job) => job.siteId);
    expect(due.length).toBeGreaterThan(1);
    expect(due.length).toBeLessThan(60);
    expect(due.filter((id) => id !== null && !old.includes(id))).toEqual([]);
    await knowledge.database.system.rows(`update job set status = 'completed', finished_at = now()`);
    await knowledge.reconciling().enqueueDue();
    expect(await waiting()).toEqual([]);
  });

  test('chunks of deleted sites are removed; those of present and unknown sites stay', async () => {
    const [deleted, foreign] = [newId(), newId()];
    for (const each of [deleted, foreign]) await knowledge.index.upsert(each, [knowledge.stray()]);
    await knowledge.database.system.rows(
      `insert into job (id, lane, kind, key, payload, status, attempts, run_at, created_at, finished_at)
       values ($1, '${NO_ID}', 'remove-site', $2, '{}', 'completed', 1, now(), now(), now())`,
      [newId(), deleted],
    );
    await knowledge.indexedSource('walrus');
    expect(await knowledge.reconciling().removeDeletedSites()).toBe(1);
    expect(await Promise.all([deleted, foreign, knowledge.siteId].map((each) => knowledge.index.count(each)))).toEqual([
      0, 1, 1,
    ]);
    expect(await knowledge.reconciling().removeDeletedSites()).toBe(0);
  });
});

describe('indexing that failed', () => {
  test.each(['while its job exists', 'without its job'])('for an outage is queued again %s', async (kept) => {
    const [away, wrong] = [await knowledge.put('walrus'), await knowledge.put('penguin')];
    for (const id of [away, wrong]) {
      const code = id === away ? 'UNAVAILABLE' : 'BAD_REQUEST';
      const error = JSON.stringify({ code, message: 'no' });
      await knowledge.database.system.rows(`update knowledge_source set status = 'failed', error = $2 where id = $1`, [
        id,
        error,
      ]);
      await knowledge.database.system.rows(`update job set status = 'failed', error = $2 where key = $1`, [id, error]);
    }
    if (kept !== 'while its job exists') await knowledge.database.system.rows('delete from job');
    expect(await knowledge.reconciling().requeueFailed(['UNAVAILABLE'], knowledge.siteId)).toBe(1);
    expect(await knowledge.database.system.rows(`select key from job where status = 'queued'`)).toEqual([
      { key: away },
    ]);
  });
});
