import { maySee } from '../../access/oracle.ts';
import { type User, headersOf } from '../../access/world.ts';
import type { Case } from './cases.ts';
import { type Reading, matches, sorted } from './rule.ts';
import type { FilterWorld, Row } from './world.ts';

/** Null: the API key alone. */
export const USERS: readonly (User | null)[] = [
  null,
  {},
  { tier: 'premium' },
  { tier: 'pro', subscriptions: ['gold'] },
  { subscriptions: ['silver'] },
];

const LIST = `query ($filter: ContentFilter, $sort: [String!], $page: PageInput, $includeRestricted: Boolean!) {
  contents(filter: $filter, sort: $sort, page: $page, includeRestricted: $includeRestricted) {
    items { id } total hasMore endCursor accessSummary { accessibleItems }
  }
}`;
interface Page {
  items: { id: string }[];
  total: number;
  hasMore: boolean;
  endCursor: string | null;
  accessSummary: { accessibleItems: number };
}

const headers = new WeakMap<FilterWorld, Promise<Record<string, string>[]>>();

/** A type in the filter that lacks a custom field in it is an error, not an empty list. */
const CONTRADICTION = / is not a custom field of the content type /;
/** What `mistakeOf` answers about such a case: it is none. */
export const NO_CASE = 'no case';

/** What is wrong with the service's answer to a case; null if it is what the rule says. */
export async function mistakeOf(world: FilterWorld, asked: Case): Promise<string | null> {
  const user = USERS[asked.user] ?? null;
  const sees = (row: Row) => maySee(user, { level: row.accessLevel, required: row.required }, []);
  const reading: Reading = { rows: world.rows, maySee: sees, includeRestricted: asked.includeRestricted };
  const listed = world.rows.filter((row) => asked.includeRestricted || sees(row));
  const found = listed.filter((row) => matches(row, asked.filter, reading));
  const expected = sorted(found, asked.sort, reading).map(({ id }) => id);
  const ids: string[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 3; pages++) {
    const page: Page | null = await read(world, asked, after);
    if (!page) return NO_CASE;
    if (page.total !== expected.length) return `total ${page.total} instead of ${expected.length}`;
    const readable = found.filter(sees).length;
    if (page.accessSummary.accessibleItems !== readable)
      return `accessible ${page.accessSummary.accessibleItems}, not ${readable}`;
    ids.push(...page.items.map(({ id }) => id));
    if (page.hasMore !== ids.length < expected.length) return `hasMore is ${page.hasMore}`;
    after = page.endCursor;
    if (!page.hasMore) break;
  }
  const wanted = expected.slice(0, ids.length).join(' ');
  return wanted === ids.join(' ') ? null : `ids ${ids.join(' ')} instead of ${wanted}`;
}

async function read(world: FilterWorld, asked: Case, after: string | null): Promise<Page | null> {
  const { filter, sort, limit, includeRestricted, user } = asked;
  let all = headers.get(world);
  if (!all) headers.set(world, (all = Promise.all(USERS.map((each) => headersOf(world.site, each)))));
  const { data, errors } = await world.site.service.graphql<{ contents: Page }>(
    LIST,
    { filter, sort, page: { limit, after }, includeRestricted },
    { 'x-svc-api-key': world.site.key, ...(await all)[user] },
  );
  if (errors && CONTRADICTION.test(errors[0]?.message ?? '')) return null;
  if (!data) throw new Error(`${JSON.stringify(asked)}: ${JSON.stringify(errors)}`);
  return data.contents;
}
