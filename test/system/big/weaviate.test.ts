import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openWeaviateVectorIndex,
  type OpenedWeaviate,
} from '../../../src/adapters/vector-index/weaviate/weaviate-index.ts';
import type { IndexedChunk, IndexFilter, IndexQuery } from '../../../src/ports/vector-index.ts';

const url = process.env['WEAVIATE_URL'] ?? '';
const CHUNKS = Number(process.env['WEAVIATE_CHUNKS'] ?? 1_000);
const DIMENSIONS = 1024;
const QUERIES = 200;
const JUDGED = 20;
const TOPICS = 200;
const WORDS = 20_000;
const PATIENCE_MS = 60 * 60 * 1000;
const TENTH: IndexFilter = { contentTypes: ['tenth'] };

/** Needs a real server; prints how fast chunks are loaded and found. `WEAVIATE_CHUNKS=50000` for the full measurement. */
describe.skipIf(url === '')(`Weaviate with ${CHUNKS} chunks`, () => {
  const random = seeded(7);
  const topics = Array.from({ length: TOPICS }, () => Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5));
  const chunks: IndexedChunk[] = [];
  let opened: OpenedWeaviate;

  beforeAll(async () => {
    opened = await openWeaviateVectorIndex({
      url,
      grpcUrl: process.env['WEAVIATE_GRPC_URL'],
      apiKey: process.env['WEAVIATE_API_KEY'],
      collection: `Big${randomUUID().slice(0, 8)}`,
      model: 'big',
      dimensions: DIMENSIONS,
      replicas: 1,
      quantization: (process.env['WEAVIATE_QUANTIZATION'] ?? 'none') as 'none',
    });
    await opened.prepare();
    for (let at = 0; at < CHUNKS; at++) chunks.push(chunkAt(at));
  }, PATIENCE_MS);
  afterAll(async () => {
    await opened.removeFormer(opened.index.name);
    await opened.index.close();
  });

  test('takes them all', { timeout: PATIENCE_MS }, async () => {
    const started = performance.now();
    for (let from = 0; from < CHUNKS; from += 2_000) await opened.index.upsert('big', chunks.slice(from, from + 2_000));
    const seconds = (performance.now() - started) / 1000;
    print(`loaded in ${seconds.toFixed(0)} s: ${(CHUNKS / seconds).toFixed(0)} chunks/s`);
    expect(await opened.index.count('big')).toBe(CHUNKS);
  });

  test.each([
    ['all', {}],
    ['a tenth', TENTH],
  ] as const)('finds among %s of them within a second, in every mode', async (which, filter) => {
    for (const mode of ['vector', 'keyword', 'hybrid'] as const) {
      const times: number[] = [];
      for (let at = 0; at < QUERIES; at++) {
        const query = queryAt(at, mode, filter);
        const started = performance.now();
        const hits = await opened.index.search('big', query);
        times.push(performance.now() - started);
        expect(hits.length).toBeGreaterThan(0);
      }
      times.sort((one, other) => one - other);
      const [p50, p95] = [times[QUERIES / 2] ?? 0, times[Math.floor(QUERIES * 0.95)] ?? 0];
      print(`${mode} among ${which}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
      expect(p95).toBeLessThan(1_000);
    }
  });

  test.each([
    ['all', {}],
    ['a tenth', TENTH],
  ] as const)('the nearest ten among %s are mostly the ten that are nearest', async (which, filter) => {
    let right = 0;
    for (let at = 0; at < JUDGED; at++) {
      const query = queryAt(at, 'vector', filter);
      const nearest = chunks
        .filter(({ contentType }) => (filter === TENTH ? contentType === 'tenth' : true))
        .map(({ id, vector }) => ({ id, score: dot(vector, query.vector ?? vector) }))
        .toSorted((one, other) => other.score - one.score)
        .slice(0, 10)
        .map(({ id }) => id);
      const hits = await opened.index.search('big', query);
      right += hits.filter(({ chunkId }) => nearest.includes(chunkId)).length;
    }
    print(`recall of the nearest ten among ${which}: ${(right / (10 * JUDGED)).toFixed(3)}`);
    expect(right / (10 * JUDGED)).toBeGreaterThan(0.85);
  });

  test('lists and removes them all', { timeout: PATIENCE_MS }, async () => {
    let listed = 0;
    const started = performance.now();
    for await (const entries of opened.index.list('big')) listed += entries.length;
    print(`listed in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    expect(listed).toBe(CHUNKS);
    const removing = performance.now();
    await opened.index.deleteSource('big', 'source');
    print(`removed by source in ${((performance.now() - removing) / 1000).toFixed(1)} s`);
    expect(await opened.index.count('big')).toBe(0);
  });

  function chunkAt(at: number): IndexedChunk {
    return {
      id: randomUUID(),
      sourceId: 'source',
      generation: 1,
      published: true,
      contentType: at % 10 === 0 ? 'tenth' : 'other',
      accessLevel: 'public',
      requiredSubscriptions: [],
      title: words(5),
      text: words(150),
      vector: near(Math.floor(random() * TOPICS)),
    };
  }

  function queryAt(at: number, mode: IndexQuery['mode'], filter: IndexFilter): IndexQuery {
    return { mode, text: words(5), vector: near(at % TOPICS), filter, limit: 10 };
  }

  /** Words as they are in texts: few often, many seldom. */
  function words(count: number): string {
    return Array.from({ length: count }, () => `q${Math.floor(WORDS * random() ** 3).toString(36)}x`).join(' ');
  }

  function near(topic: number): Float32Array {
    const vector = (topics[topic] ?? new Float32Array(DIMENSIONS)).map((value) => value + 0.7 * (random() - 0.5));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  }
});

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
