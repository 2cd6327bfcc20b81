import { afterEach, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { FairQueue } from '../../../src/shared/fair-queue.ts';
import { useSite } from '../../support/use-service.ts';
import { createItem } from './items.ts';

describe('Lists of content or types take turns by site, whatever asks for them', () => {
  const site = useSite();
  let run: MockInstance<FairQueue['run']>;
  let id: string;

  beforeAll(async () => {
    ({ _id: id } = await createItem(site));
  });
  beforeEach(() => void (run = vi.spyOn(FairQueue.prototype, 'run')));
  afterEach(() => run.mockRestore());

  const ownersInTurn = () => run.mock.calls.map(([{ site: owner }]) => owner);

  test.each(['/content?limit=7', '/content-types?limit=7'])('GET %s', async (path) => {
    expect((await site.get(path)).status).toBe(200);
    expect(ownersInTurn()).toEqual([site.id]);
  });

  test('a list by GraphQL, from the second time on that its document is sent', async () => {
    const query = '{ contents(page: { limit: 8 }) { items { id } } }';
    await site.graphql(query);
    expect(ownersInTurn()).toEqual([]);
    await site.graphql(query);
    expect(ownersInTurn()).toEqual([site.id]);
  });

  test.each(['/content/ID', '/search?query=a', '/knowledge/documents'])('GET %s does not wait', async (path) => {
    await site.get(path.replace('ID', id));
    expect(ownersInTurn()).toEqual([]);
  });
});
