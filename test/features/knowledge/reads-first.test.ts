import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { IndexSource } from '../../../src/features/knowledge/indexing/index-source.ts';
import { ReadsFirst } from '../../../src/database/write-throttle.ts';
import { useSite } from '../../support/use-service.ts';

const DOCUMENT = { title: 'A document', content: 'A text.' };
const ITEM = { externalId: 'one', type: 'article', title: 'An item', status: 'draft', content: 'A text.' };

afterEach(() => vi.restoreAllMocks());

describe('Additions give way to reads', () => {
  const site = useSite();

  test('that are GETs and GraphQL queries, known ones and others', async () => {
    const note = vi.spyOn(ReadsFirst.prototype, 'note');
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
    const add = vi.spyOn(ReadsFirst.prototype, 'add');
    expect((await site.post(path, input)).status).toBe(200);
    expect(add.mock.calls.map(([siteId]) => siteId)).toEqual([site.id]);
  });

  test('but not inside the transaction of a key, which holds a connection', async () => {
    const add = vi.spyOn(ReadsFirst.prototype, 'add');
    const { status } = await site.call('POST', '/knowledge/documents', DOCUMENT, { 'idempotency-key': 'once' });
    expect(status).toBe(200);
    expect(add).not.toHaveBeenCalled();
  });

  test.each([
    { areComing: true, atOnce: 1 },
    { areComing: false, atOnce: 2 },
  ])('and so do the batches that index them: $atOnce at once where reads come: $areComing', async (expected) => {
    vi.spyOn(ReadsFirst.prototype, 'areComing', 'get').mockReturnValue(expected.areComing);
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
