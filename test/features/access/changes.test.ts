import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { rebuildIndex } from '../../../src/features/knowledge/rebuild-index.ts';
import { administer } from '../../support/postgres.ts';
import type { TestService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { useOwnService, useSite, useSiteForEach } from '../../support/use-service.ts';
import { Reader } from './reader.ts';
import { found } from './surfaces.ts';
import { headersOf } from './world.ts';

const SEARCHES = ['standard', 'hybrid', 'expanded'];
const OLD = 'walnut';
const NEW = 'pistachio';

/** Both kinds of things that have an access level: where they are written and what their texts start as. */
const KINDS = [
  {
    kind: 'content item',
    path: '/content',
    body: { externalId: 'x', type: 'article', title: 'It', status: 'published' },
  },
  { kind: 'knowledge document', path: '/knowledge/documents', body: { title: 'It' } },
];

/** The searches and lists in which it stands for a caller. */
async function placesOf(site: TestSite, id: string, query: string, headers: Record<string, string>): Promise<string[]> {
  const reader = new Reader(site, headers);
  const places: string[] = [];
  for (const searchType of SEARCHES) {
    if ((await found(reader, { query, searchType })).includes(id)) places.push(searchType);
  }
  const { data } = await reader.get<{ data: { _id: string }[] }>('/rag/documents');
  return data.some(({ _id }) => _id === id) ? [...places, 'list'] : places;
}

const EVERYWHERE = [...SEARCHES, 'list'];

/** Resolves when so many statements of the service's database wait for a lock. */
async function untilWaiting(service: TestService, count: number): Promise<void> {
  const { database } = (await service.app.database.system.row<{ database: string }>(
    'select current_database() as database',
  ))!;
  for (;;) {
    const { rows } = await administer(inject('testPostgres'), (client) =>
      client.query(`select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`, [database]),
    );
    if (rows.length >= count) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}

describe.each(KINDS)('a $kind whose access level changes', ({ path, body }) => {
  const site = useSiteForEach();
  let id: string;
  let premium: Record<string, string>;

  beforeEach(async () => {
    premium = await headersOf(site, { tier: 'premium' });
  });

  const write = async (accessLevel: string, content: string) => {
    const { _id, ...created } = await site.create<{ _id?: string; id: string }>(path, {
      ...body,
      accessLevel,
      content,
    });
    id = _id ?? created.id;
    await site.indexed();
  };
  const change = async (changes: object) => {
    expect((await site.put(`${path}/${id}`, changes)).status).toBe(200);
  };
  const places = (query: string, headers = {}) => placesOf(site, id, query, headers);

  test('made premium, it is not found from the answer of the PUT on, also repeatedly', async () => {
    await write('public', OLD);
    for (let round = 0; round < 5; round++) {
      expect(await places(OLD)).toEqual(EVERYWHERE);
      await change({ accessLevel: 'premium' });
      expect(await places(OLD)).toEqual([]);
      await site.indexed();
      expect(await places(OLD)).toEqual([]);
      expect(await places(OLD, premium)).toEqual(EVERYWHERE);
      await change({ accessLevel: 'public' });
      await site.indexed();
    }
  });

  test('made public, it is found after it is indexed', async () => {
    await write('premium', OLD);
    expect(await places(OLD)).toEqual([]);
    await change({ accessLevel: 'public' });
    await site.indexed();
    expect(await places(OLD)).toEqual(EVERYWHERE);
  });
});

describe('while the index stays behind', () => {
  const service = useOwnService();
  const site = useSite(service);
  let ids: string[];

  const contents = { open: OLD, closed: OLD, opened: OLD, deleted: OLD };

  beforeAll(async () => {
    ids = [];
    for (const title of Object.keys(contents)) {
      const accessLevel = title === 'opened' ? 'premium' : 'public';
      const { id } = await site.create('/knowledge/documents', { title, content: `${OLD} of ${title}`, accessLevel });
      ids.push(id);
    }
    await site.indexed();
    await service.stopJobs();
    const [, closed, opened, deleted] = ids;
    await site.put(`/knowledge/documents/${closed}`, { accessLevel: 'subscription', requiredSubscriptions: ['gold'] });
    await site.put(`/knowledge/documents/${opened}`, { accessLevel: 'public', content: NEW });
    await site.delete(`/knowledge/documents/${deleted}`);
  });

  test.each(SEARCHES)(
    '%s search: what was closed or deleted is not found; of what was opened, not the former text',
    async (searchType) => {
      const reader = new Reader(site, {});
      expect(await found(reader, { query: OLD, searchType })).toEqual([ids[0]]);
      expect(reader.got('of opened')).toBe(false);
      expect(await found(reader, { query: NEW, searchType })).not.toContain(ids[2]);
    },
  );

  test('who may see it before and after still finds the former text', async () => {
    const reader = new Reader(site, await headersOf(site, { tier: 'premium', subscriptions: ['gold'] }));
    const shown = await found(reader, { query: OLD });
    expect(shown.toSorted()).toEqual(ids.slice(0, 3).toSorted());
  });

  test('an index rebuilt from the database does not open the former text of what was opened', async () => {
    const { database, features, ports } = service.app;
    await rebuildIndex(database, features.jobs, ports.space);
    for (const searchType of SEARCHES) {
      const reader = new Reader(site, {});
      expect(await found(reader, { query: OLD, searchType })).toEqual([ids[0]]);
      expect(reader.got('of opened')).toBe(false);
    }
  });
});

describe('a content type that changes at the same moment as an item', () => {
  const service = useOwnService();

  test('does not bring the former access level of the item back', async () => {
    const site = await service.site();
    const [kind] = KINDS;
    const { _id } = await site.create('/content', { ...kind?.body, content: OLD });
    await site.indexed();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const held = service.app.database.forSite(site.id, 'background').write(async (tx) => {
      await tx.rows('select 1 from knowledge_source where id = $1 for update', [_id]);
      await released;
    });
    const closing = site.put(`/content/${_id}`, { accessLevel: 'premium' });
    await untilWaiting(service, 1);
    // The change of the type waits for that of its item.
    const changing = site.put('/content-types/article', { aiConfig: { summarize: true } });
    await untilWaiting(service, 2);
    release();
    await held;
    expect([(await closing).status, (await changing).status]).toEqual([200, 200]);
    await site.indexed();
    expect(await placesOf(site, _id, OLD, {})).toEqual([]);
    expect(await placesOf(site, _id, OLD, await headersOf(site, { tier: 'pro' }))).toEqual(EVERYWHERE);
  });
});
