import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ZVecCollection } from '@zvec/zvec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CompactingCollection } from '../../src/adapters/vector-index/embedded/compacting-collection.ts';
import { BUCKETS, chunkKey, openCollection } from '../../src/adapters/vector-index/embedded/embedded-collection.ts';
import { toRecord } from '../../src/adapters/vector-index/embedded/embedded-record.ts';
import { countText } from '../../src/adapters/vector-index/embedded/stored-terms.ts';
import { chunk, DIMENSIONS } from '../support/chunk.ts';

const COUNT = 100;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-compacting-'));
  await mkdir(join(folder, 'chunks'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function opened(name: string): Promise<ZVecCollection> {
  const { collection } = await openCollection({ dir: join(folder, name), dimensions: DIMENSIONS, model: 'test' });
  return collection['current'];
}

/** The collection, which notes the names of the methods that are called. */
function noting(collection: ZVecCollection, calls: Set<string>): ZVecCollection {
  return new Proxy(collection, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        calls.add(String(key));
        return Reflect.apply(value, target, given);
      };
    },
  });
}

const stored = (at: number) => {
  const each = chunk({ id: `${at}`, sourceId: `source-${at}` });
  return toRecord('site', each, countText(each)).stored;
};

// With 40,000 chunks written since the start, zvec 0.7.0 takes 10 ms to fetch one of them, in the turn of the event loop.
test('a compaction reads what it copies by queries beside the event loop, not by calls that block', async () => {
  const calls = new Set<string>();
  const [current, copy] = [await opened('one'), await opened('other')];
  const collection = new CompactingCollection(noting(current, calls), 'chunks', {
    folders: {
      path: (name) => join(folder, name),
      create: () => noting(copy, calls),
      select: async () => {},
    },
    dimensions: DIMENSIONS,
    buckets: BUCKETS,
    minDead: COUNT,
  });
  await collection.confirmComplete();
  const all = Array.from({ length: COUNT }, (_, at) => stored(at));
  collection.upsert(all);
  collection.upsert(all);
  expect(collection['compacting']).not.toBeNull();
  collection.delete([chunkKey('site', '7'), 'missing']);
  await collection['compacting'];
  expect(collection['folder']).toBe('chunks-2');
  expect(copy.stats.docCount).toBe(COUNT - 1);
  expect([...calls].toSorted()).toEqual(['closeSync', 'deleteSync', 'query', 'upsertSync']);
  await collection.close();
});
