import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { chunk, DIMENSIONS } from '../../support/chunk.ts';
import { describeVectorIndex } from '../../ports/vector-index.contract.ts';
import { type Access, QUERY, WeaviateIndexes, accessTo, chunks } from './weaviate-indexes.ts';

const weaviate = new WeaviateIndexes();

const servers: [string, () => Promise<Access>][] = [
  [
    'Weaviate, by a double of its protocol,',
    async () => {
      const double = await weaviate.double();
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
    const { index, prepare, removeFormer } = await weaviate.openToKeep(await find());
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
      const instances = await Promise.all([1, 2, 3].map(() => weaviate.open(access, { collection })));
      await Promise.all(instances.map(({ prepare }) => prepare()));
      expect(new Set(instances.map(({ index }) => index.generation)).size).toBe(1);
      const both = await Promise.all(instances.map(({ index }) => index.upsert('site', chunks(3)).then(() => index)));
      for (const index of both) expect(await index.count('site')).toBe(9);
    });

    test('preparing it again keeps what it holds', async () => {
      const { index, prepare } = await weaviate.open(access);
      await prepare();
      await index.upsert('site', chunks(2));
      await prepare();
      expect(await index.count('site')).toBe(2);
    });

    test('another model or dimension has a collection of its own; former ones are reported and can be removed', async () => {
      const collection = `Test${randomUUID().slice(0, 8)}`;
      const former = await weaviate.open(access, { collection });
      await former.prepare();
      await former.index.upsert('site', chunks(1));
      const present = await weaviate.open(access, { collection, model: 'another' });
      await present.prepare();
      expect(await present.index.count('site')).toBe(0);
      await expect((await weaviate.open(access, { collection, dimensions: 4 })).index.check()).rejects.toThrow(
        'is empty',
      );
      expect(await present.former()).toEqual([former.index.name]);
      expect(await former.index.count('site')).toBe(1);
      await present.removeFormer(former.index.name);
      expect(await present.former()).toEqual([]);
      await expect(former.index.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(present.index.check()).resolves.toBeUndefined();
    });

    test('quantization can be turned on later; what can not be changed is said', async () => {
      const collection = `Test${randomUUID().slice(0, 8)}`;
      const first = await weaviate.open(access, { collection });
      await first.prepare();
      await first.index.upsert('site', chunks(1));
      const compressed = await weaviate.open(access, { collection, quantization: 'rq' });
      expect(await compressed.align()).toEqual([]);
      expect(await compressed.index.search('site', QUERY)).toHaveLength(1);
      const { align } = await weaviate.open(access, { collection, quantization: 'bq', replicas: 2 });
      expect(await align()).toEqual([
        `The collection ${first.index.name} has 1 replicas, which cannot be changed to 2`,
        `The collection ${first.index.name} has quantization rq, which cannot be changed`,
      ]);
    });

    test.each(['none', 'rq', 'bq', 'sq'] as const)(
      'chunks are found with quantization %s from the start',
      async (quantization) => {
        const { index, prepare } = await weaviate.open(access, { quantization });
        await prepare();
        const wanted = chunk();
        await index.upsert('site', [wanted, chunk({ vector: new Float32Array(DIMENSIONS).fill(-0.3) })]);
        const found = await index.search('site', { ...QUERY, mode: 'vector' });
        expect(found.map(({ chunkId }) => chunkId)).toEqual([wanted.id]);
      },
    );

    test('a wrong API key is said so, and stands in no error', async () => {
      const { index } = await weaviate.open({ ...access, apiKey: 'wrong-secret' });
      const refusal = await index.check().catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: 'UNAVAILABLE',
        message: 'The vector index rejected the API key: it could not read the collection',
      });
      expect(`${JSON.stringify(refusal)} ${String((refusal as Error).cause)}`).not.toContain('wrong-secret');
    });
  });
}
