import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import openWabt from 'wabt';
import { DotProducts, MODULE } from '../../src/adapters/vector-index/embedded/dot-products.ts';
import { SiteIndex, type SiteIndexEntry } from '../../src/adapters/vector-index/embedded/site-index.ts';
import { VectorRows } from '../../src/adapters/vector-index/embedded/vector-rows.ts';
import { runSteps } from '../../src/shared/loop-scheduler.ts';

const SOURCE = new URL('../../src/adapters/vector-index/embedded/dot-products.wat', import.meta.url);
/** What rounding to 16 bits may change of a cosine, many times over. */
const NEARLY = 0.0002;
/** That of 24 bits. */
const EXACTLY = 0.000002;

const vectors = (dimensions: number, count: { minLength: number; maxLength: number }) =>
  fc.array(fc.float32Array({ minLength: dimensions, maxLength: dimensions, noNaN: true, min: -4, max: 4 }), count);

test('the binary module is made of its source', async () => {
  const wabt = await openWabt();
  const { buffer } = wabt.parseWat('dot-products.wat', readFileSync(SOURCE, 'utf8'), { simd: true }).toBinary({});
  expect(MODULE).toBe(Buffer.from(buffer).toString('base64'));
});

test('cosines are those of the vectors, in the order in which they were added, whatever their length', () => {
  for (const dimensions of [1, 8, 16, 17, 384]) {
    const products = new DotProducts(dimensions);
    const property = fc.property(vectors(dimensions, { minLength: 1, maxLength: 200 }), ([query, ...added]) => {
      const rows = rowsOf(products, added);
      const expected = added.map((vector) => cosine(vector, query as Float32Array));
      expectCosines(rows, query as Float32Array, expected);
    });
    fc.assert(property, { numRuns: 30 });
  }
});

test('vectors of 4,096 numbers that point the same way, or into one dimension, do not exceed 32 bits', () => {
  const products = new DotProducts(4_096);
  const even = new Float32Array(4_096).fill(1);
  const single = new Float32Array(4_096);
  single[4_095] = -3;
  const rows = rowsOf(products, [even, single]);
  expectCosines(rows, even, [1, -1 / 64]);
  expectCosines(rows, single, [-1 / 64, 1]);
});

test('kept rows follow each other, and further ones can be added', () => {
  const products = new DotProducts(8);
  const property = fc.property(
    vectors(8, { minLength: 1, maxLength: 300 }),
    vectors(8, { minLength: 1, maxLength: 20 }),
    fc.func(fc.boolean()),
    (first, further, isKept) => {
      const rows = rowsOf(products, first);
      const kept = [...first.keys()].filter(isKept);
      rows.keep(kept);
      for (const vector of further) rows.push(vector);
      const left = [...kept.map((at) => first[at] as Float32Array), ...further];
      const query = first[0] as Float32Array;
      expectCosines(
        rows,
        query,
        left.map((vector) => cosine(vector, query)),
      );
    },
  );
  fc.assert(property, { numRuns: 100 });
});

test('the nearest entries of a site are found after replacements and removals, filters applied before the limit', () => {
  const index = new SiteIndex(new DotProducts(2));
  const angles = new Map<string, number>();
  for (let number = 0; number < 1_000; number++) put(index, angles, `id-${number % 400}`, (number * 37) % 1_000);
  const removed = [...angles.keys()].filter((id) => id.endsWith('7'));
  index.remove(removed);
  for (const id of removed) angles.delete(id);
  expect(
    index
      .ofSource('source')
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([...angles.keys()].toSorted());
  put(index, angles, 'late', 3);
  for (const limit of [1, 10, 300, 1_000]) {
    for (const matches of [() => true, ({ id }: SiteIndexEntry) => id.length === 4]) {
      const found = runSteps(index.byVector(toVector(0), { matches }, limit)).map(({ chunkId }) => chunkId);
      const expected = [...angles].filter(([id]) => matches(entry(id))).toSorted(nearestFirst);
      expect(found).toEqual(expected.slice(0, limit).map(([id]) => id));
    }
  }
});

function put(index: SiteIndex, angles: Map<string, number>, id: string, angle: number): void {
  index.put(entry(id), new Map([['word', 1]]), toVector(angle));
  angles.set(id, angle);
}

/** Within a quarter of a circle: all are related to the first. */
function toVector(angle: number): Float32Array {
  const radians = (angle / 1_001) * (Math.PI / 2);
  return Float32Array.of(Math.cos(radians), Math.sin(radians));
}

function nearestFirst([one, oneAngle]: [string, number], [other, otherAngle]: [string, number]): number {
  return oneAngle - otherAngle || (one < other ? -1 : 1);
}

function entry(id: string): SiteIndexEntry {
  return {
    id,
    sourceId: 'source',
    generation: 1,
    contentType: 'document',
    accessLevel: 'public',
    requiredSubscriptions: [],
    length: 1,
  };
}

function rowsOf(products: DotProducts, added: readonly Float32Array[]): VectorRows {
  const rows = new VectorRows(products);
  for (const vector of added) rows.push(vector);
  return rows;
}

function cosine(one: Float32Array, other: Float32Array): number {
  const lengths = Math.hypot(...one) * Math.hypot(...other);
  return lengths === 0 ? 0 : one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0) / lengths;
}

function expectCosines(rows: VectorRows, query: Float32Array, expected: readonly number[]): void {
  const nearly = runSteps(rows.nearlyCosines(query));
  for (const [at, value] of expected.entries()) {
    expect(Math.abs((nearly[at] ?? 9) - value)).toBeLessThan(NEARLY);
    expect(Math.abs(rows.cosine(at, query) - value)).toBeLessThan(EXACTLY);
  }
  expect(nearly.slice(expected.length).every((value) => value === 0)).toBe(true);
}
