import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IndexHit } from '../../src/ports/vector-index.ts';
import { axis, chunk, DIMENSIONS } from '../support/chunk.ts';
import { openEmbeddedVectorIndex } from '../support/embedded-index.ts';
import { scratch } from '../support/scratch.ts';

const CHUNKS = 4_000;

function folder(): string {
  return mkdtempSync(join(scratch(), 'fairness-'));
}

test('a search of a small site is answered before the rest of thirty searches of a large one', async () => {
  const { index } = await openEmbeddedVectorIndex({ dir: folder(), dimensions: DIMENSIONS, model: 'test' });
  const text = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
  await index.upsert(
    'large',
    Array.from({ length: CHUNKS }, () => chunk({ text })),
  );
  await index.upsert('small', [chunk({ text, id: 'only' })]);
  const search = (site: string): Promise<IndexHit[]> =>
    index.search(site, { mode: 'hybrid', text, vector: axis(0), limit: 10, filter: {} });
  // The index of a site is read at its first search.
  expect([(await search('large')).length, (await search('small')).length]).toEqual([10, 1]);
  const answered: string[] = [];
  const searches = ['large', 'small'].flatMap((site) =>
    Array.from({ length: site === 'large' ? 30 : 1 }, () => search(site).then(() => answered.push(site))),
  );
  await Promise.all(searches);
  expect(answered.indexOf('small')).toBeLessThan(5);
  await index.close();
});

test('a search that is interrupted by changes finds what was there and is not removed', async () => {
  const { index } = await openEmbeddedVectorIndex({ dir: folder(), dimensions: DIMENSIONS, model: 'test' });
  const kept = Array.from({ length: 300 }, (_, at) => chunk({ id: `kept-${at}`, text: 'common word' }));
  const removed = Array.from({ length: 1_500 }, (_, at) => chunk({ id: `removed-${at}`, text: 'common' }));
  await index.upsert('site', [...removed, ...kept]);
  const search = () => index.search('site', { mode: 'keyword', text: 'word', limit: 50, filter: {} });
  await search();
  const searches = Array.from({ length: 20 }, search);
  // More than half are removed, so that the index is compacted meanwhile.
  await index.remove(
    'site',
    removed.map(({ id }) => id),
  );
  for (const hits of await Promise.all(searches)) {
    expect(hits).toHaveLength(50);
    expect(hits.every(({ chunkId }) => chunkId.startsWith('kept-'))).toBe(true);
  }
  await index.close();
});
