import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useService } from '../../../support/use-service.ts';
import { type Outcome, compareAll, leakedTexts, mistakesAt } from './decisions.ts';
import { type Branch, expansionOf, holdings, maySee } from '../../../features/access/oracle.ts';
import { Reader } from '../../../features/access/reader.ts';
import { found } from '../../../features/access/surfaces.ts';
import {
  type Thing,
  type User,
  type World,
  buildWorld,
  delivered,
  exists,
  headersOf,
  inBatches,
} from '../../../features/access/world.ts';
import { type RandomWorld, randomWorld } from './worlds.ts';

/** Sites a run; more with ACCESS_SITES. A failure prints the seed that repeats it. */
const SITES = Number(process.env['ACCESS_SITES'] ?? 1);
const MIN_DECISIONS = 3_500 * SITES;
const SECONDS_A_SITE = 60;

/** Sizes that cut lists in the middle and at their end. */
const PAGES = [1, 7, 100];

interface Expanded {
  _id: string;
  customFields: { related: (Expanded | string)[] };
}

describe('random sites, catalogues with cycles, items, documents, users and queries', () => {
  const service = useService();

  test(
    `${SITES} sites: every surface shows every user what the rule, said naively, grants: no leak, nothing withheld, at least ${MIN_DECISIONS} decisions`,
    async () => {
      let decisions = 0;
      const property = fc.asyncProperty(randomWorld, async (drawn) => {
        const outcome = await compareSite(drawn);
        decisions += outcome.decisions;
        expect(outcome.mistakes).toEqual([]);
      });
      // A smaller site says no more than the sentences of the first that fails.
      await fc.assert(property, { numRuns: SITES, endOnFailure: true });
      process.stdout.write(`access property: ${decisions} decisions on ${SITES} sites\n`);
      expect(decisions).toBeGreaterThanOrEqual(MIN_DECISIONS);
    },
    SITES * SECONDS_A_SITE * 1000,
  );

  async function compareSite({ plans, catalogue, users, queries }: RandomWorld): Promise<Outcome> {
    const world = await buildWorld(service, plans, catalogue);
    const whole: Outcome = { decisions: 0, mistakes: [] };
    const published = await delivered(world);
    // Every other user comes through a delivery key; the key alone comes through both.
    const callers = [
      { user: null, through: published },
      ...users.map((user, at) => ({ user, through: at % 2 ? published : world })),
    ];
    await inBatches(callers, async ({ user, through }) => {
      for (const { decisions, mistakes } of await compareUser(through, user, queries)) {
        whole.decisions += decisions;
        whole.mistakes.push(...mistakes.map((mistake) => `${JSON.stringify([user, through.previews])}: ${mistake}`));
      }
    });
    return whole;
  }
});

async function compareUser(world: World, user: User | null, queries: readonly string[]): Promise<Outcome[]> {
  const sees = (thing: Thing) => exists(world, thing) && maySee(user, thing, world.catalogue);
  const headers = await headersOf(world.site, user);
  const reader = new Reader(world.site, headers);
  return [
    await compareAll(world, headers, sees),
    await comparePages(reader, world, sees),
    await compareExpansions(reader, world, sees),
    await compareQueries(reader, world, sees, queries),
    await compareChat(reader, world, (thing) => sees(thing) && !thing.draft, queries),
    ...(world.previews ? [await compareChat(reader, world, sees, queries, { preview: true })] : []),
    { decisions: 0, mistakes: leakedTexts(reader, world, sees) },
    await compareHoldings(reader, world, user),
  ];
}

/** Pages are full, in order and without gap or repetition; `hasMore` is right to the last. */
async function comparePages(reader: Reader, world: World, sees: (thing: Thing) => boolean): Promise<Outcome> {
  const expected = world.things.filter((thing) => thing.kind === 'item' && sees(thing)).map(({ id }) => id);
  const mistakes: string[] = [];
  for (const limit of PAGES) {
    const offset = Math.max(0, expected.length - limit - 1);
    const query = `search=thing&sort=title&sortDir=asc&limit=${limit}&offset=${offset}`;
    const { data, pagination } = await reader.get<{ data: { _id: string }[]; pagination: object }>(`/content?${query}`);
    const page = expected.slice(offset, offset + limit);
    const should = { total: expected.length, limit, offset, hasMore: offset + limit < expected.length };
    if (JSON.stringify(data.map(({ _id }) => _id)) !== JSON.stringify(page)) mistakes.push(`${query}: wrong items`);
    if (JSON.stringify(pagination) !== JSON.stringify(should)) mistakes.push(`${query}: ${JSON.stringify(pagination)}`);
  }
  return { decisions: 0, mistakes };
}

/** What `expand=true` makes of references between things: the whole tree. */
async function compareExpansions(reader: Reader, world: World, sees: (thing: Thing) => boolean): Promise<Outcome> {
  const { data } = await reader.get<{ data: Expanded[] }>('/content?search=thing&limit=100&expand=true');
  const mistakes: string[] = [];
  let decisions = 0;
  for (const item of data) {
    const thing = world.things.find(({ id }) => id === branchOf(item)[0]);
    const expected = thing && JSON.stringify(expansionOf(thing, world.things, sees));
    decisions += thing?.references.length ?? 0;
    if (JSON.stringify(branchOf(item)) !== expected) mistakes.push(`expand: wrong below ${thing?.title}`);
  }
  return { decisions, mistakes };
}

function branchOf({ _id, customFields }: Expanded): Branch {
  return [_id, customFields.related.map((one) => (typeof one === 'string' ? one : branchOf(one)))];
}

/** A query finds at least the visible texts that have its word, and at most visible ones. */
async function compareQueries(
  reader: Reader,
  world: World,
  sees: (thing: Thing) => boolean,
  queries: readonly string[],
): Promise<Outcome> {
  const visible = world.things.filter((thing) => sees(thing) && !thing.draft);
  const outcome: Outcome = { decisions: 0, mistakes: [] };
  for (const query of queries) {
    for (const searchType of ['standard', 'hybrid', 'expanded']) {
      const shown = await found(reader, { query, searchType, maxResults: 50 });
      const expected = visible.filter(({ id, words }) => words.includes(query) || shown.includes(id));
      outcome.decisions += world.things.length;
      outcome.mistakes.push(...mistakesAt(`${searchType} search for ${query}`, expected, shown, world));
    }
  }
  return outcome;
}

/** An answer cites and tells of nothing that the user may not see, even if the context names it; and it does cite. */
async function compareChat(
  reader: Reader,
  { things, ...world }: World,
  sees: (thing: Thing) => boolean,
  [query = '']: readonly string[],
  asked: object = {},
): Promise<Outcome> {
  const context = { contentIds: things.map(({ id }) => id).slice(0, 20) };
  type Answer = { data: { citations?: { sources: { sourceId: string }[] }[] } };
  const { data } = await reader.post<Answer>('/agent/chat', {
    message: `Where is the ${query}?`,
    context,
    ...asked,
  });
  const cited = (data.citations ?? []).flatMap(({ sources }) => sources.map(({ sourceId }) => sourceId));
  const shown = [...new Set(cited)];
  const expected = things.filter((thing) => sees(thing) && shown.includes(thing.id));
  const mistakes = mistakesAt('chat', expected, shown, { things, ...world });
  const known = things.some((thing) => sees(thing) && thing.words.includes(query));
  if (known && shown.length === 0) mistakes.push('chat: cites nothing');
  return { decisions: things.length, mistakes };
}

async function compareHoldings(reader: Reader, { catalogue }: World, user: User | null): Promise<Outcome> {
  const { subscriptions } = await reader.get<{ subscriptions: string[] }>('/user/subscriptions');
  const held = user ? holdings(user, catalogue) : new Set<string>();
  const expected = held.has('*') ? catalogue.map(({ slug }) => slug) : [...held];
  const same = JSON.stringify(subscriptions.toSorted()) === JSON.stringify(expected.toSorted());
  return { decisions: 0, mistakes: same ? [] : [`/user/subscriptions: ${subscriptions.join(' ')}`] };
}
