import { describe, expect, test, vi } from 'vitest';
import type { WeaviateOptions } from '../../../src/adapters/vector-index/weaviate/weaviate-index.ts';
import { chunk } from '../../support/chunk.ts';
import { QUERY, WeaviateIndexes, accessTo, chunks } from './weaviate-indexes.ts';

const weaviate = new WeaviateIndexes();

describe('a Weaviate that loses its data', () => {
  /** An index that is watched; `fed` counts how often it asked to be filled. */
  async function watched(options: Partial<WeaviateOptions> = {}) {
    const double = await weaviate.double();
    const { index, watch } = await weaviate.open(accessTo(double), { checkEveryMs: 20, ...options });
    let fed = 0;
    await watch(async () => void (fed += 1));
    return { double, index, fed: () => fed };
  }

  test('is filled when it starts empty', async () => {
    const { index, fed } = await watched();
    expect(fed()).toBe(1);
    await index.upsert('site', chunks(1));
    expect(await index.count('site')).toBe(1);
  });

  test('is created again and filled while the service runs, with another generation', async () => {
    const { double, index, fed } = await watched();
    const { generation } = index;
    await index.upsert('site', chunks(1));
    double.schema.empty();
    await expect.poll(() => index.generation).not.toBe(generation);
    await expect.poll(fed).toBe(2);
    expect(await index.count('site')).toBe(0);
  });

  test('is not written to before that, as the server would derive a class from the first write', async () => {
    const { double, index } = await watched({ checkEveryMs: 1_000_000 });
    await index.upsert('site', chunks(1));
    await new Promise((resolve) => setTimeout(resolve, 250));
    double.schema.empty();
    await expect(index.upsert('site', chunks(1))).rejects.toThrow('is empty and is being rebuilt');
    await expect
      .poll(() =>
        index.upsert('site', chunks(1)).then(
          () => 'stored',
          () => 'away',
        ),
      )
      .toBe('stored');
    expect(double.schema.find(index.name).definition.multiTenancyConfig?.enabled).toBe(true);
  });

  test('fails searches instead of answering that nothing was found', async () => {
    const { double, index } = await watched({ checkEveryMs: 1_000_000 });
    await index.upsert('site', chunks(1));
    expect(await index.search('site', QUERY)).toHaveLength(1);
    double.schema.empty();
    await expect(index.search('site', QUERY)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test.each([{ description: 'Something else' }, { description: 'x', multiTenancyConfig: { enabled: true } }])(
    'and has a class of that name that this service did not create (%o): it is neither written to nor removed',
    async (definition) => {
      const { double, index, fed } = await watched();
      double.schema.empty();
      const foreign = double.schema.create({ class: index.name, ...definition });
      await expect.poll(() => index.check().catch(String)).toContain('that this service did not create');
      await expect(index.upsert('site', chunks(1))).rejects.toThrow('that this service did not create');
      await expect(index.search('site', QUERY)).rejects.toThrow('that this service did not create');
      expect(fed()).toBe(1);
      expect(double.schema.find(index.name).definition).toBe(foreign);
    },
  );
});

describe('Weaviate with failures', () => {
  test('without a server opening succeeds, and calls fail in less than a second', async () => {
    const nowhere = { url: 'http://127.0.0.1:1', grpcUrl: 'http://127.0.0.1:1', apiKey: 'any' };
    const { index } = await weaviate.open(nowhere);
    const started = performance.now();
    await expect(index.check()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The vector index is not reachable: it could not read the collection',
    });
    await expect(index.search('site', QUERY)).rejects.toThrow('The vector index is not reachable');
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('an unsupported version of the server is rejected', async () => {
    const double = await weaviate.double({ version: '1.29.3' });
    const { index } = await weaviate.open(accessTo(double));
    await expect(index.check()).rejects.toThrow('Weaviate 1.30 or newer is required');
  });

  test('an index that is not prepared fails instead of appearing empty', async () => {
    const double = await weaviate.double({});
    const { index } = await weaviate.open(accessTo(double));
    await expect(index.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(index.search('site', QUERY)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test.each([5, 450])('of %i chunks, those rejected once are stored by the next attempt', async (count) => {
    const { double, index } = await weaviate.inDouble();
    const refused = new Set<string>();
    const all = chunks(count);
    const third = new Set(all.filter((_, at) => at % 3 === 0).map(({ id }) => id));
    double.fault.refuses = (id) => third.has(id) && refused.size !== refused.add(id).size;
    await index.upsert('site', all);
    expect(refused).toEqual(third);
    expect(await index.count('site')).toBe(count);
  });

  test('a chunk that is always rejected fails the call, and the others of its batch are stored', async () => {
    const { double, index } = await weaviate.inDouble();
    const all = chunks(40);
    double.fault.refuses = (id) => id === all[7]?.id;
    const refusal = await index.upsert('site', all).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'UNAVAILABLE', message: 'The vector index rejected 1 chunks' });
    expect(await index.count('site')).toBe(39);
  });

  test('a short outage of the server is waited for, and nothing is printed', async () => {
    const { double, index } = await weaviate.inDouble();
    const printed = vi.spyOn(console, 'warn');
    double.fault.unavailable = 1;
    await index.upsert('site', chunks(1));
    double.fault.unavailable = 1;
    expect(await index.search('site', QUERY)).toHaveLength(1);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  test('chunks whose vectors the server has lost have them again after they are stored again', async () => {
    const { double, index } = await weaviate.inDouble();
    const all = [chunk(), chunk({ accessLevel: 'subscription', requiredSubscriptions: ['gold', 'silver'] })];
    await index.upsert('site', all);
    double.schema.loseVectors();
    const find = () => index.search('site', { ...QUERY, mode: 'vector' });
    expect(await find()).toEqual([]);
    await index.upsert('site', all);
    expect((await find()).map(({ chunkId }) => chunkId).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    const gold = { access: { levels: [], subscriptions: ['gold'] } };
    expect(await index.search('site', { ...QUERY, mode: 'vector', filter: gold })).toHaveLength(1);
    expect(await index.count('site')).toBe(2);
  });

  test('a source of more chunks than the server removes at once is removed completely', async () => {
    const { index } = await weaviate.inDouble();
    const [kept, ...lost] = chunks(1000, { sourceId: 'a' });
    await index.upsert('site', lost);
    await index.upsert('site', [{ ...(kept ?? chunk()), generation: 2 }]);
    await index.deleteSource('site', 'a', { keepGeneration: 2 });
    expect(await index.count('site')).toBe(1);
    await index.upsert('site', lost);
    await index.remove(
      'site',
      lost.map(({ id }) => id),
    );
    expect(await index.count('site')).toBe(1);
    await index.upsert('site', lost);
    await index.deleteSource('site', 'a');
    expect(await index.count('site')).toBe(0);
  });

  test('a server that does not answer is waited for until the deadline', async () => {
    const { double, index } = await weaviate.inDouble({ deadlineMs: 300 });
    await index.upsert('site', chunks(1));
    double.fault.hang = true;
    const calls = {
      search: () => index.search('site', QUERY),
      upsert: () => index.upsert('site', chunks(1)),
      delete: () => index.deleteSource('site', 'a'),
      count: () => index.count('site'),
      sites: () => index.sites(),
      check: () => index.check(),
    };
    for (const [name, call] of Object.entries(calls)) {
      const started = performance.now();
      await expect(call(), name).rejects.toThrow('The vector index did not answer in time');
      expect(performance.now() - started, name).toBeLessThan(2_000);
    }
  });

  test('a search that its caller aborts ends immediately', async () => {
    const { double, index } = await weaviate.inDouble();
    await index.upsert('site', chunks(1));
    double.fault.hang = true;
    const caller = new AbortController();
    const search = index.search('site', { ...QUERY, signal: caller.signal });
    setTimeout(() => caller.abort(), 50);
    await expect(search).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('check fails while the server is unavailable, and passes afterwards', async () => {
    // The client retries until the deadline.
    const { double, index } = await weaviate.inDouble({ deadlineMs: 2_000 });
    double.fault.away = true;
    await expect(index.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    double.fault = {};
    await expect
      .poll(
        () =>
          index.check().then(
            () => 'up',
            () => 'away',
          ),
        { timeout: 5_000 },
      )
      .toBe('up');
  });

  test('a closed index rejects calls', async () => {
    const { index } = await weaviate.inDouble();
    await index.close();
    await index.close();
    await expect(index.count('site')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
