import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ACCESS_LEVELS } from '../../../../src/access/access-level.ts';
import { INSTANCES } from '../../../support/instances.ts';
import type { TestService } from '../../../support/service.ts';
import { useOwnService } from '../../../support/use-service.ts';
import { compareAll } from './decisions.ts';
import {
  FAULTS,
  type Fault,
  brokenFilter,
  interceptStatements,
  isFilterOfRows,
  isOff,
  without,
  withoutRowSecurity,
} from './faults.ts';
import { Reader } from '../../../features/access/reader.ts';
import { found } from '../../../features/access/surfaces.ts';
import {
  type Plan,
  type Thing,
  type World,
  buildWorld,
  delivered,
  exists,
  inBatches,
} from '../../../features/access/world.ts';

vi.mock('../../../../src/access/access.ts', async (original) => {
  const rule = await original<typeof import('../../../../src/access/access.ts')>();
  const assertGranted: typeof rule.assertGranted = (viewer, item) =>
    isOff('by id') ? undefined : rule.assertGranted(viewer, item);
  return { ...rule, assertGranted };
});
vi.mock('../../../../src/features/content/content.rows.ts', async (original) => {
  const rows = await original<typeof import('../../../../src/features/content/content.rows.ts')>();
  const redactFor: typeof rows.redactFor = (viewer, row) => {
    const item = rows.redactFor(viewer, row);
    return isOff('teasers') ? { ...row, ...item, customFields: row.customFields, url: row.url } : item;
  };
  return { ...rows, redactFor };
});
vi.mock('../../../../src/features/reference/reference.loaders.ts', async (original) => {
  const loaders = await original<typeof import('../../../../src/features/reference/reference.loaders.ts')>();
  const opened = (items: Awaited<ReturnType<typeof loaders.readItems>>) => {
    if (isOff('reference loader')) for (const item of items.values()) item.access = { ...item.access, granted: true };
    return items;
  };
  const readItems: typeof loaders.readItems = async (...asked) => opened(await loaders.readItems(...asked));
  const readTargets: typeof loaders.readTargets = async (...asked) => opened(await loaders.readTargets(...asked));
  return { ...loaders, readItems, readTargets };
});
// A kept answer would be that of another rule.
vi.mock('../../../../src/features/site/cache-basis.ts', () => ({ siteCacheBasis: () => () => null }));
vi.mock('../../../../src/adapters/vector-index/embedded/embedded-filter.ts', async (original) => {
  const filters = await original<typeof import('../../../../src/adapters/vector-index/embedded/embedded-filter.ts')>();
  const compileFilter: typeof filters.compileFilter = (...asked) => brokenFilter(filters.compileFilter)(...asked);
  return { ...filters, compileFilter };
});

/** Documents with ten passages each: more than a search looks through in all its attempts for a single result. */
const CROWD = 110;

/** How mistakes begin that the suite must find with each filter off, besides any others. */
const NOTICED: Record<Fault, string[]> = {
  'list SQL': ['GET /content: leaks', 'GraphQL contents: leaks'],
  'count SQL': ['total of GET /content:', 'accessibleItems:', 'total of GraphQL contents:'],
  'document list SQL': ['GET /knowledge/documents: leaks', 'GraphQL knowledgeDocuments: leaks'],
  'document count SQL': ['total of GET /knowledge/documents:', 'total of GraphQL knowledgeDocuments:'],
  'sources SQL': ['GET /rag/documents: leaks'],
  're-check SQL': ['standard', 'hybrid', 'expanded'].map((type) => `${type} search, index behind: leaks`),
  'status in list SQL': ['delivery: GET /content: leaks', 'delivery: GraphQL contents: leaks'],
  'status in count SQL': ['delivery: total of GET /content:', 'delivery: total of GET /content?includeRestricted:'],
  'status in re-check SQL': ['standard', 'hybrid', 'expanded'].map((type) => `${type} search, index behind: leaks`),
  'by id': ['GET /content/:id: leaks', 'GraphQL content: leaks', 'GET /knowledge/documents/:id: leaks'],
  teasers: ['text: leaks'],
  'reference loader': [
    'GET /content?expand: leaks',
    'GET /content/:id?expand, level 3: leaks',
    'GraphQL references, level 1: leaks',
    'GraphQL references, level 3: leaks',
    'text: leaks',
  ],
  'index filter': ['standard search in a crowd: withholds', 'hybrid search in a crowd: withholds'],
};

/** The legs are those of the embedded index, which several instances cannot share. */
const PRESENT = FAULTS.filter((fault) => INSTANCES === 1 || !fault.endsWith(' leg'));

describe('a filter that is off', () => {
  beforeAll(() => interceptStatements());
  const service = useOwnService();
  let world: World;
  let published: World;
  let crowded: World;

  beforeAll(async () => {
    const plans = ACCESS_LEVELS.flatMap((level): Plan[] => {
      const required = level === 'subscription' ? ['gold'] : [];
      return [
        { kind: 'item', level, required },
        { kind: 'item', level, required, draft: true },
        { kind: 'document', level, required },
      ];
    });
    const overtakenByDraft: Plan = { kind: 'item', level: 'public', words: ['overtaken'] };
    const overtakenPlan: Plan = { kind: 'document', level: 'public', words: ['overtaken'] };
    world = await buildWorld(service, [...plans, overtakenByDraft, overtakenPlan], []);
    published = await delivered(world);
    crowded = await buildCrowd(service);
    // From here on the index stays behind.
    await service.stopJobs();
    const overtaken = world.things.at(-1)!;
    const { status } = await world.site.put(`/knowledge/documents/${overtaken.id}`, { accessLevel: 'premium' });
    expect(status).toBe(200);
    overtaken.level = 'premium';
    const unpublished = world.things.at(-2)!;
    expect((await world.site.put(`/content/${unpublished.id}`, { status: 'draft' })).status).toBe(200);
    unpublished.draft = true;
  }, 120_000);

  /** Everything the suite looks at, for the API key alone and for a delivery key alone. */
  const mistakes = (): Promise<string[]> =>
    mistakesOf([mistakesHere, mistakesOfDelivery, mistakesBehind, mistakesInCrowd]);

  async function mistakesOf(parts: readonly (() => Promise<string[]>)[]): Promise<string[]> {
    const found: string[] = [];
    for (const part of parts) found.push(...(await part()));
    return found;
  }

  async function mistakesHere(): Promise<string[]> {
    return (await compareAll(world, {}, sees)).mistakes;
  }

  async function mistakesOfDelivery(): Promise<string[]> {
    const outcome = await compareAll(published, {}, (thing) => sees(thing) && exists(published, thing));
    return outcome.mistakes.map((mistake) => `delivery: ${mistake}`);
  }

  /** The parts of the suite that name a mistake as it is expected. */
  function partsWith(expected: readonly string[]): (() => Promise<string[]>)[] {
    const parts = expected.map((beginning) => {
      if (beginning.startsWith('delivery: ')) return mistakesOfDelivery;
      if (beginning.includes('index behind')) return mistakesBehind;
      return beginning.includes('in a crowd') ? mistakesInCrowd : mistakesHere;
    });
    return [...new Set(parts)];
  }

  /** A document that has become premium, and an item that has become a draft, which the index does not know yet. */
  async function mistakesBehind(): Promise<string[]> {
    const answers = await eachSearch(world, { query: 'overtaken', maxResults: 50 });
    const leaks = answers.filter(({ shown }) =>
      world.things.some((thing) => shown.includes(thing.id) && (thing.draft || !sees(thing))),
    );
    return leaks.map(({ searchType }) => `${searchType} search, index behind: leaks`);
  }

  /** One public text that says little of the query, among many restricted ones that say nothing else. */
  async function mistakesInCrowd(): Promise<string[]> {
    const answers = await eachSearch(crowded, { query: 'falcon', maxResults: 1 });
    const poor = answers.filter(({ shown }) => shown[0] !== crowded.things[0]?.id);
    return poor.map(({ searchType }) => `${searchType} search in a crowd: withholds`);
  }

  test('none: the suite finds no mistake', async () => {
    expect(await mistakes()).toEqual([]);
  });

  test.each(PRESENT)('%s, without row-level security: the suite notices', async (fault) => {
    const expected = NOTICED[fault];
    const noticed = await withoutRowSecurity(service, () => without(fault, () => mistakesOf(partsWith(expected))));
    const silent = expected.filter((beginning) => !noticed.some((mistake) => mistake.startsWith(beginning)));
    expect(silent).toEqual([]);
  });

  test.each(PRESENT.filter(isFilterOfRows))('%s: nothing leaks, as row-level security withholds it', async (fault) => {
    const noticed = await without(fault, mistakes);
    // What asks for teasers reads all rows and has the access rule alone, but for bodies.
    const leaks = noticed.filter((mistake) => mistake.includes('leaks') && !mistake.includes('includeRestricted'));
    expect(leaks).toEqual([]);
  });

  test('none, without row-level security: the suite finds no mistake', async () => {
    expect(await withoutRowSecurity(service, mistakes)).toEqual([]);
  });

  test('is on again afterwards', async () => {
    expect(await mistakes()).toEqual([]);
  });
});

const sees = ({ level }: Thing) => level === 'public';

async function eachSearch({ site }: World, search: object): Promise<{ searchType: string; shown: string[] }[]> {
  return inBatches(['standard', 'hybrid', 'expanded'], async (searchType) => ({
    searchType,
    shown: await found(new Reader(site, {}), { ...search, searchType }),
  }));
}

async function buildCrowd(service: TestService): Promise<World> {
  const site = await service.site('Crowded site');
  const sections = Array.from({ length: 10 }, (_, index) => `## Falcon ${index}\n\n${'falcon '.repeat(300)}`);
  const document = { title: 'falcon', content: sections.join('\n\n'), accessLevel: 'premium' };
  await inBatches(Array.from({ length: CROWD }), () => site.create('/knowledge/documents', document));
  const content = `One falcon ${'flew over hills and rivers and woods all day '.repeat(20)}`;
  const { id } = await site.create('/knowledge/documents', { title: 'A long day', content });
  await site.indexed();
  const thing = { kind: 'document', level: 'public', required: [], words: [], references: [], draft: false } as const;
  return {
    site,
    catalogue: [],
    hubs: [],
    previews: true,
    things: [{ ...thing, id, title: 'A long day', secret: 'One falcon' }],
  };
}
