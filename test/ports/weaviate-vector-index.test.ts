import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  openWeaviateVectorIndex,
  type OpenedWeaviate,
  type WeaviateOptions,
} from '../../src/adapters/vector-index/weaviate.ts';
import type { IndexedChunk } from '../../src/ports/vector-index.ts';
import { startWeaviateDouble, type WeaviateDouble } from '../support/weaviate-double.ts';
import { chunk, CONTRACT_DIMENSIONS, describeVectorIndex } from './vector-index.contract.ts';

type Access = Pick<WeaviateOptions, 'url' | 'grpcUrl' | 'apiKey'>;

const KEY = 'the-secret-key';
const QUERY = { mode: 'hybrid', text: 'common', vector: chunk().vector, filter: {}, limit: 50 } as const;

const doubles: WeaviateDouble[] = [];
const opened: OpenedWeaviate[] = [];
afterEach(async () => {
  for (const each of doubles) each.fault = {};
  for (const { index, removeFormer } of opened.splice(0)) {
    await removeFormer(index.name).catch(() => undefined);
    await index.close();
  }
});
afterAll(() => Promise.all(doubles.map((each) => each.stop())));

async function open(access: Access, options: Partial<WeaviateOptions> = {}): Promise<OpenedWeaviate> {
  const answer = await openWeaviateVectorIndex({
    ...access,
    collection: `Test${randomUUID().slice(0, 8)}`,
    model: 'test',
    dimensions: CONTRACT_DIMENSIONS,
    replicas: 1,
    quantization: 'none',
    ...options,
  });
  opened.push(answer);
  return answer;
}

/** A double whose removals and answers end at 300, and a prepared index in it. */
async function inDouble(options: Partial<WeaviateOptions> = {}) {
  const double = await startWeaviateDouble({ apiKey: KEY, mostResults: 300 });
  doubles.push(double);
  const { index, prepare } = await open(accessTo(double), options);
  await prepare();
  return { double, index };
}

function accessTo({ url, grpcUrl }: WeaviateDouble): Access {
  return { url, grpcUrl, apiKey: KEY };
}

function chunks(count: number, given: Partial<IndexedChunk> = {}): IndexedChunk[] {
  return Array.from({ length: count }, () => chunk(given));
}

const servers: [string, () => Promise<Access>][] = [
  [
    'Weaviate, by a double of its protocol,',
    async () => {
      const double = await startWeaviateDouble({ apiKey: KEY });
      doubles.push(double);
      return accessTo(double);
    },
  ],
];
const url = process.env['WEAVIATE_URL'];
if (url !== undefined && url !== '') {
  const access = { url, grpcUrl: process.env['WEAVIATE_GRPC_URL'], apiKey: process.env['WEAVIATE_API_KEY'] };
  servers.push(['Weaviate itself', async () => access]);
}

for (const [name, find] of servers) {
  describeVectorIndex(name, async () => {
    const { index, prepare, removeFormer } = await open(await find());
    opened.pop();
    await prepare();
    return { index, close: () => removeFormer(index.name).then(() => index.close()) };
  });

  describe(`${name} and its collections`, () => {
    let access: Access;
    beforeAll(async () => {
      access = await find();
    });

    test('instances that start at the same time make one collection and share it', async () => {
      const collection = `Test${randomUUID().slice(0, 8)}`;
      const instances = await Promise.all([1, 2, 3].map(() => open(access, { collection })));
      await Promise.all(instances.map(({ prepare }) => prepare()));
      expect(new Set(instances.map(({ index }) => index.generation)).size).toBe(1);
      const both = await Promise.all(instances.map(({ index }) => index.upsert('site', chunks(3)).then(() => index)));
      for (const index of both) expect(await index.count('site')).toBe(9);
    });

    test('preparing it again keeps what it holds', async () => {
      const { index, prepare } = await open(access);
      await prepare();
      await index.upsert('site', chunks(2));
      await prepare();
      expect(await index.count('site')).toBe(2);
    });

    test('another model or dimension has a collection of its own; former ones are told of and can be removed', async () => {
      const collection = `Test${randomUUID().slice(0, 8)}`;
      const former = await open(access, { collection });
      await former.prepare();
      await former.index.upsert('site', chunks(1));
      const present = await open(access, { collection, model: 'another' });
      await present.prepare();
      expect(await present.index.count('site')).toBe(0);
      await expect((await open(access, { collection, dimensions: 4 })).index.check()).rejects.toThrow('is empty');
      expect(await present.former()).toEqual([former.index.name]);
      expect(await former.index.count('site')).toBe(1);
      await present.removeFormer(former.index.name);
      expect(await present.former()).toEqual([]);
      await expect(former.index.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(present.index.check()).resolves.toBeUndefined();
    });

    test('quantization can be turned on later; what can not be changed is said', async () => {
      const collection = `Test${randomUUID().slice(0, 8)}`;
      const first = await open(access, { collection });
      await first.prepare();
      await first.index.upsert('site', chunks(1));
      const compressed = await open(access, { collection, quantization: 'rq' });
      expect(await compressed.align()).toEqual([]);
      expect(await compressed.index.search('site', QUERY)).toHaveLength(1);
      const { align } = await open(access, { collection, quantization: 'bq', replicas: 2 });
      expect(await align()).toEqual([
        `The collection ${first.index.name} has 1 replicas, which cannot be changed to 2`,
        `The collection ${first.index.name} has quantization rq, which cannot be changed`,
      ]);
    });

    test.each(['none', 'rq', 'bq', 'sq'] as const)(
      'chunks are found with quantization %s from the start',
      async (quantization) => {
        const { index, prepare } = await open(access, { quantization });
        await prepare();
        const wanted = chunk();
        await index.upsert('site', [wanted, chunk({ vector: new Float32Array(CONTRACT_DIMENSIONS).fill(-0.3) })]);
        const found = await index.search('site', { ...QUERY, mode: 'vector' });
        expect(found.map(({ chunkId }) => chunkId)).toEqual([wanted.id]);
      },
    );

    test('a wrong API key is said so, and stands in no error', async () => {
      const { index } = await open({ ...access, apiKey: 'wrong-secret' });
      const refusal = await index.check().catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: 'UNAVAILABLE',
        message: 'The vector index rejected the API key: it could not read the collection',
      });
      expect(`${JSON.stringify(refusal)} ${String((refusal as Error).cause)}`).not.toContain('wrong-secret');
    });
  });
}

describe('a Weaviate that loses what it held', () => {
  /** An index that is watched; `fed` counts how often it asked to be filled. */
  async function watched(options: Partial<WeaviateOptions> = {}) {
    const double = await startWeaviateDouble({ apiKey: KEY });
    doubles.push(double);
    const { index, watch } = await open(accessTo(double), { lookEveryMs: 20, ...options });
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

  test('is made anew and filled while it runs, with another generation', async () => {
    const { double, index, fed } = await watched();
    const { generation } = index;
    await index.upsert('site', chunks(1));
    double.schema.empty();
    await expect.poll(() => index.generation).not.toBe(generation);
    await expect.poll(fed).toBe(2);
    expect(await index.count('site')).toBe(0);
  });

  test('is never written to before that: the server would guess a class from the first write', async () => {
    const { double, index } = await watched({ lookEveryMs: 1_000_000 });
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

  test('does not answer that nothing is there', async () => {
    const { double, index } = await watched({ lookEveryMs: 1_000_000 });
    await index.upsert('site', chunks(1));
    expect(await index.search('site', QUERY)).toHaveLength(1);
    double.schema.empty();
    await expect(index.search('site', QUERY)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test.each([{ description: 'Something else' }, { description: 'x', multiTenancyConfig: { enabled: true } }])(
    'and has a class of that name from somebody else (%o), which is neither written to nor removed',
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

describe('Weaviate in trouble', () => {
  test('no server there: opening it succeeds, and calls fail in less than a second', async () => {
    const nowhere = { url: 'http://127.0.0.1:1', grpcUrl: 'http://127.0.0.1:1', apiKey: KEY };
    const { index } = await open(nowhere);
    const started = performance.now();
    await expect(index.check()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The vector index is not reachable: it could not read the collection',
    });
    await expect(index.search('site', QUERY)).rejects.toThrow('The vector index is not reachable');
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('a server that is too old is refused', async () => {
    const double = await startWeaviateDouble({ version: '1.29.3' });
    doubles.push(double);
    const { index } = await open(accessTo(double));
    await expect(index.check()).rejects.toThrow('Weaviate 1.30 or newer is required');
  });

  test('before it was prepared it is not taken for an empty one', async () => {
    const double = await startWeaviateDouble();
    doubles.push(double);
    const { index } = await open(accessTo(double));
    await expect(index.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(index.search('site', QUERY)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test.each([5, 450])('of %i chunks, those refused once are stored by the next attempt', async (count) => {
    const { double, index } = await inDouble();
    const refused = new Set<string>();
    const all = chunks(count);
    const third = new Set(all.filter((_, at) => at % 3 === 0).map(({ id }) => id));
    double.fault.refuses = (id) => third.has(id) && refused.size !== refused.add(id).size;
    await index.upsert('site', all);
    expect(refused).toEqual(third);
    expect(await index.count('site')).toBe(count);
  });

  test('a chunk that stays refused fails the call, without holding up the others of its batch', async () => {
    const { double, index } = await inDouble();
    const all = chunks(40);
    double.fault.refuses = (id) => id === all[7]?.id;
    const refusal = await index.upsert('site', all).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'UNAVAILABLE', message: 'The vector index rejected 1 chunks' });
    expect(await index.count('site')).toBe(39);
  });

  test('a server away for a moment is waited for, and nothing is printed', async () => {
    const { double, index } = await inDouble();
    const printed = vi.spyOn(console, 'warn');
    double.fault.unavailable = 1;
    await index.upsert('site', chunks(1));
    double.fault.unavailable = 1;
    expect(await index.search('site', QUERY)).toHaveLength(1);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  test('a source of more chunks than the server removes at once is removed whole', async () => {
    const { index } = await inDouble();
    const [kept, ...gone] = chunks(1000, { sourceId: 'a' });
    await index.upsert('site', gone);
    await index.upsert('site', [{ ...(kept ?? chunk()), generation: 2 }]);
    await index.deleteSource('site', 'a', { keepGeneration: 2 });
    expect(await index.count('site')).toBe(1);
    await index.upsert('site', gone);
    await index.remove(
      'site',
      gone.map(({ id }) => id),
    );
    expect(await index.count('site')).toBe(1);
    await index.upsert('site', gone);
    await index.deleteSource('site', 'a');
    expect(await index.count('site')).toBe(0);
  });

  test('a server that does not answer is not waited for beyond the deadline', async () => {
    const { double, index } = await inDouble({ deadlineMs: 300 });
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

  test('a search that its caller gives up ends at once', async () => {
    const { double, index } = await inDouble();
    await index.upsert('site', chunks(1));
    double.fault.hang = true;
    const caller = new AbortController();
    const search = index.search('site', { ...QUERY, signal: caller.signal });
    setTimeout(() => caller.abort(), 50);
    await expect(search).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('check fails while the server is away, and passes again after', async () => {
    // The client asks an absent server again and again until the deadline.
    const { double, index } = await inDouble({ deadlineMs: 2_000 });
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

  test('once closed, it refuses work', async () => {
    const { index } = await inDouble();
    await index.close();
    await index.close();
    await expect(index.count('site')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
