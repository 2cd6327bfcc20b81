import { describe, expect, test } from 'vitest';
import { JobRunner } from '../../../src/features/job/job-runner.ts';
import { DependencyOutages } from '../../../src/features/job/runner/dependency-outages.ts';
import type { VectorIndex } from '../../../src/ports/vector-index.ts';
import { ServiceError } from '../../../src/shared/errors.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { type IndexingParts, local, useIndexing } from './indexing.ts';
import { indexWith } from './knowledge.ts';

const log = createLogger('silent');
const { database, index, siteId, parts, put, claim, run, source, expectAgreement } = useIndexing();

describe('indexing with an embedder that fails', () => {
  test('is tried again until it succeeds', async () => {
    let calls = 0;
    const flaky = parts(async (passages) => {
      calls += 1;
      if (calls < 3) throw new ServiceError('UNAVAILABLE', 'The embedder is away');
      return local.embedPassages(passages);
    });
    const id = await put(flaky.sources, 2);
    await work(flaky, () => calls >= 3);
    expect(await source(id)).toMatchObject({ status: 'completed', chunks: 2, error: null });
    await expectAgreement(id, 2);
  });

  test('does not pay again for the batches that succeeded', async () => {
    const paid: string[] = [];
    let calls = 0;
    const flaky = parts(async (passages) => {
      calls += 1;
      if (calls === 3 || calls === 5) throw new ServiceError('UNAVAILABLE', 'The embedder is away');
      paid.push(...passages);
      return local.embedPassages(passages);
    });
    const id = await put(flaky.sources, 400);
    await work(flaky, () => calls >= 7);
    expect(await source(id)).toMatchObject({ status: 'completed', chunks: 400, error: null });
    expect(paid).toHaveLength(400);
    expect(new Set(paid).size).toBe(400);
    await expectAgreement(id, 400);
  });

  test('by wrong vectors waits for right ones, and keeps none of the wrong', async () => {
    let calls = 0;
    const confused = parts(async (passages) => {
      calls += 1;
      if (calls > 2) return local.embedPassages(passages);
      const wrong = calls % 2 ? new Float32Array(3) : new Float32Array(local.dimensions).fill(Number.NaN);
      return passages.map(() => wrong);
    });
    const id = await put(confused.sources, 2);
    await work(confused, () => calls > 2);
    expect(await source(id)).toMatchObject({ status: 'completed', chunks: 2, error: null });
    await expectAgreement(id, 2);
  });

  test('or an index that fails afterwards does not make it pay again', async () => {
    let paid = 0;
    let writes = 0;
    const broken = indexWith(index, {
      upsert: async (site, chunks) => {
        writes += 1;
        if (writes === 1) throw new ServiceError('UNAVAILABLE', 'The index is away');
        return index.upsert(site, chunks);
      },
    });
    const flaky = parts(async (passages) => {
      paid += passages.length;
      return local.embedPassages(passages);
    }, broken);
    const id = await put(flaky.sources, 3);
    await work(flaky, () => writes >= 2);
    expect(await source(id)).toMatchObject({ status: 'completed', chunks: 3 });
    expect(paid).toBe(3);
  });

  test('for good leaves the source failed with the error, and its former text searchable', async () => {
    const sound = parts();
    const id = await put(sound.sources, 2);
    await run(sound);
    let calls = 0;
    const broken = parts(async () => {
      calls += 1;
      throw new ServiceError('BAD_GATEWAY', 'The embedder refuses');
    });
    await put(broken.sources, 3, { id, word: 'changed' });
    await work(broken, () => calls >= 6);
    expect(await source(id)).toMatchObject({ status: 'failed', generation: 1, error: { code: 'BAD_GATEWAY' } });
    await expectAgreement(id, 2);
    await put(sound.sources, 3, { id, word: 'mended' });
    await run(sound);
    expect(await source(id)).toMatchObject({ status: 'completed', error: null });
    await expectAgreement(id, 3);
  });

  async function work({ jobs, handler }: IndexingParts, until: () => boolean): Promise<void> {
    const other = { run: async () => {} };
    const runner = new JobRunner({
      jobs,
      log,
      outages: new DependencyOutages({ jobs, probes: { embedder: async () => {} }, firstPauseMs: 1 }),
      slots: 2,
      maxAttemptMs: 60_000,
      backoffSeconds: () => 0,
      handlers: {
        'index-source': handler,
        'remove-site': other,
        'sync-content-type': other,
      },
    });
    await runner.start({ alone: true });
    while (!until() || (await unfinished()) > 0) {
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
    await runner.stop(1_000);
  }
});

describe('indexing that is interrupted', () => {
  test('between index and database: done again, with no passage twice', async () => {
    const sound = parts();
    const id = await put(sound.sources, 4);
    const job = await claim(sound.jobs);
    const controller = new AbortController();
    const cutOff = parts(undefined, {
      ...dying('deleteSource'),
      async upsert(site, chunks) {
        await index.upsert(site, chunks);
        controller.abort();
      },
    });
    await expect(cutOff.handler.run(job, controller.signal)).rejects.toThrow();
    expect(await source(id)).toMatchObject({ generation: null });
    await again(sound);
    await expectAgreement(id, 4);
  });

  test('after it was published, before the former vectors were cleared: only they are, and the status is right', async () => {
    const sound = parts();
    const id = await put(sound.sources, 3);
    await run(sound);
    await put(sound.sources, 2, { id, word: 'changed' });
    const cutOff = parts(undefined, dying('deleteSource'));
    await expect(cutOff.handler.run(await claim(sound.jobs), new AbortController().signal)).rejects.toThrow('killed');
    expect(await index.count(siteId())).toBe(5);
    await again(sound);
    expect(await source(id)).toMatchObject({ status: 'completed', chunks: 2, generation: 2 });
    await expectAgreement(id, 2);
  });

  test('by a worker that took over: the slow one publishes nothing', async () => {
    const sound = parts();
    const id = await put(sound.sources, 2);
    const slow = await claim(sound.jobs);
    await database.system.rows(`update job set leased_until = now() - interval '1 second'`);
    await sound.jobs.sweep();
    const quick = await claim(sound.jobs);
    await sound.handler.run(slow, new AbortController().signal);
    expect(await source(id)).toMatchObject({ generation: null });
    await sound.handler.run(quick, new AbortController().signal);
    await sound.jobs.complete(quick);
    await expectAgreement(id, 2);
  });
});

async function unfinished(): Promise<number> {
  const [row] = await database.system.rows<{ open: number }>(
    `select count(*)::int as open from job where status in ('queued', 'running')`,
  );
  return row?.open ?? 0;
}

async function die(): Promise<never> {
  throw new Error('killed');
}

/** An index that takes part of the work and then dies with its process. */
function dying(...methods: ('upsert' | 'deleteSource')[]): VectorIndex {
  return indexWith(index, {
    remove: die,
    deleteSite: die,
    ...(methods.includes('upsert') ? { upsert: die } : {}),
    ...(methods.includes('deleteSource') ? { deleteSource: die } : {}),
  });
}

async function again(sound: IndexingParts): Promise<void> {
  await sound.jobs.sweep({ all: true });
  await run(sound);
}
