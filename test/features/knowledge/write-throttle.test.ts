import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { IndexSource } from '../../../src/features/knowledge/indexing/index-source.ts';
import { WriteThrottle } from '../../../src/database/write-throttle.ts';
import { useSite } from '../../support/use-service.ts';

const DOCUMENT = { title: 'A document', content: 'A text.' };
const ITEM = { externalId: 'one', type: 'article', title: 'An item', status: 'draft', content: 'A text.' };

afterEach(() => vi.restoreAllMocks());

describe('Additions give way to reads', () => {
  const site = useSite();

  test('that are GETs and GraphQL queries, known ones and others', async () => {
    const note = vi.spyOn(WriteThrottle.prototype, 'noteRead');
    await site.get('/content');
    expect(note).toHaveBeenCalledTimes(1);
    const query = '{ contents(page: { limit: 9 }) { items { id } } }';
    await site.graphql(query);
    expect(note).toHaveBeenCalledTimes(2);
    await site.graphql(query);
    expect(note).toHaveBeenCalledTimes(3);
    await site.post('/knowledge/documents', DOCUMENT);
    await site.graphql('mutation { deleteContent(id: "none") }');
    expect(note).toHaveBeenCalledTimes(3);
  });

  test.each([
    ['/knowledge/documents', DOCUMENT],
    ['/content', ITEM],
  ])('POST %s', async (path, input) => {
    const run = vi.spyOn(WriteThrottle.prototype, 'run');
    expect((await site.post(path, input)).status).toBe(200);
    expect(run.mock.calls.map(([siteId]) => siteId)).toEqual([site.id]);
  });

  test('but not inside the transaction of a key, which holds a connection', async () => {
    const run = vi.spyOn(WriteThrottle.prototype, 'run');
    const { status } = await site.call('POST', '/knowledge/documents', DOCUMENT, { 'idempotency-key': 'once' });
    expect(status).toBe(200);
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    { hasRecentReads: true, atOnce: 1 },
    { hasRecentReads: false, atOnce: 2 },
  ])('and so do the batches that index them: $atOnce at once where reads come: $hasRecentReads', async (expected) => {
    vi.spyOn(WriteThrottle.prototype, 'hasRecentReads', 'get').mockReturnValue(expected.hasRecentReads);
    const gate = Promise.withResolvers<void>();
    let running = 0;
    vi.spyOn(IndexSource.prototype, 'runBatch').mockImplementation(async () => {
      running += 1;
      await gate.promise;
      return [];
    });
    try {
      for (let n = 0; n < 3; n++) {
        await Promise.all(Array.from({ length: 6 }, () => site.post('/knowledge/documents', DOCUMENT)));
        // Longer than the pause between batches.
        await delay(300);
      }
      expect(running).toBe(expected.atOnce);
    } finally {
      gate.resolve();
      vi.restoreAllMocks();
    }
    await site.indexed();
  });
});
