import { maySee } from '../../../../features/access/oracle.ts';
import { type User, headersOf } from '../../../../features/access/world.ts';
import { bracketsOf } from './brackets.ts';
import type { Case } from './cases.ts';
import { type Reading, hasWords, matches, namesUnpublished, sorted } from './rule.ts';
import type { FilterWorld, Row } from './world.ts';

/** Null: the API key alone. */
export const USERS: readonly (User | null)[] = [
  null,
  {},
  { tier: 'premium' },
  { tier: 'pro', subscriptions: ['gold'] },
  { subscriptions: ['silver'] },
];

const LIST = `query ($filter: ContentFilter, $fullText: String, $sort: [String!], $page: PageInput, $includeRestricted: Boolean!) {
  contents(filter: $filter, fullText: $fullText, sort: $sort, page: $page, includeRestricted: $includeRestricted) {
    items { id } total hasMore endCursor accessSummary { accessibleItems }
  }
}`;
interface Page {
  ids: string[];
  total: number;
  hasMore: boolean;
  endCursor: string | null;
  /** Undefined where REST does not say it. */
  accessible: number | undefined;
}

type Answer = Page | typeof NO_CASE | typeof TOO_COSTLY | typeof FORBIDDEN;

const headers = new WeakMap<FilterWorld, Promise<Record<string, string>[]>>();

/** A type in the filter that lacks a custom field in it is an error, not an empty list. */
const CONTRADICTION = / is not a custom field of the content type /;
/** What `mistakeOf` answers about such a case: it is none. */
export const NO_CASE = 'no case';
const OVER_BUDGET = /^The operation costs \d+ points, the budget is /;
/** What it answers about one that is rejected for what it costs: a search by words and many conditions without an index. */
export const TOO_COSTLY = 'too costly';
const FORBIDDEN = 'forbidden';

/** What is wrong with the service's answer to a case; null if it is what the rule says. */
export async function mistakeOf(world: FilterWorld, asked: Case): Promise<string | null> {
  const user = USERS[asked.user] ?? null;
  const sees = (row: Row) => maySee(user, { level: row.accessLevel, required: row.required }, []);
  const rows = world.rows.filter((row) => asked.key !== 'delivery' || row.status === 'published');
  const reading: Reading = { rows, maySee: sees, includeRestricted: asked.includeRestricted };
  const listed = rows.filter((row) => asked.includeRestricted || sees(row));
  const found = listed.filter(
    (row) => matches(row, asked.filter, reading) && hasWords(row, asked.fullText ?? '', reading),
  );
  const isForbidden = asked.key === 'delivery' && namesUnpublished(asked.filter);
  const ids: string[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 3; pages++) {
    const page: Answer = await read(world, asked, after);
    if (page === NO_CASE || page === TOO_COSTLY) return page;
    if (page === FORBIDDEN) return isForbidden ? null : 'forbidden';
    if (isForbidden) return 'not forbidden';
    if (page.total !== found.length) return `total ${page.total} instead of ${found.length}`;
    const readable = found.filter(sees).length;
    if ((page.accessible ?? readable) !== readable) return `accessible ${page.accessible}, not ${readable}`;
    ids.push(...page.ids);
    if (page.hasMore !== ids.length < found.length) return `hasMore is ${page.hasMore}`;
    after = page.endCursor;
    if (!page.hasMore) break;
  }
  return mistakeInOrder(ids, found, asked, reading);
}

function mistakeInOrder(ids: string[], found: readonly Row[], { sort, fullText }: Case, reading: Reading) {
  // A rank is PostgreSQL's; a text without words finds nothing.
  if (fullText && sort.length === 0) return mistakeInRanking(ids, found, reading);
  const keys = sort.length > 0 ? sort : ['-publishedAt'];
  const wanted = sorted(found, keys, reading)
    .slice(0, ids.length)
    .map(({ id }) => id)
    .join(' ');
  return wanted === ids.join(' ') ? null : `ids ${ids.join(' ')} instead of ${wanted}`;
}

function mistakeInRanking(ids: string[], found: readonly Row[], { maySee: sees }: Reading): string | null {
  const rows = ids.map((id) => found.find((row) => row.id === id));
  const isEachOnce = new Set(ids).size === ids.length && !rows.includes(undefined);
  if (!isEachOnce) return `ids ${ids.join(' ')} instead of ${found.map(({ id }) => id).join(' ')}`;
  const readable = rows.map((row) => row !== undefined && sees(row));
  return readable.lastIndexOf(true) > readable.indexOf(false) && readable.includes(false)
    ? 'a teaser before an item'
    : null;
}

async function read(world: FilterWorld, asked: Case, after: string | null): Promise<Answer> {
  let all = headers.get(world);
  if (!all) headers.set(world, (all = Promise.all(USERS.map((each) => headersOf(world.sites.all, each)))));
  const own = (await all)[asked.user] ?? {};
  const parameters = asked.surface === 'REST' ? bracketsOf(asked.filter) : null;
  return parameters ? readRest(world, asked, [...parameters], after, own) : readGraphql(world, asked, after, own);
}

async function readGraphql(
  world: FilterWorld,
  asked: Case,
  after: string | null,
  own: Record<string, string>,
): Promise<Answer> {
  const { filter, fullText, sort, limit, includeRestricted } = asked;
  const site = world.sites[asked.key];
  const { data, errors } = await site.service.graphql<{ contents: GraphqlPage | null }>(
    LIST,
    { filter, fullText, sort, page: { limit, after }, includeRestricted },
    { 'x-svc-api-key': site.key, ...own },
  );
  const list = data?.contents;
  if (!list) return failure(asked, errors?.[0]?.message ?? '', errors?.[0]?.extensions?.['code'] === 'FORBIDDEN');
  const { items, accessSummary, ...page } = list;
  return { ...page, ids: items.map(({ id }) => id), accessible: accessSummary.accessibleItems };
}

interface GraphqlPage extends Omit<Page, 'ids' | 'accessible'> {
  items: { id: string }[];
  accessSummary: { accessibleItems: number };
}

async function readRest(
  world: FilterWorld,
  asked: Case,
  parameters: [string, string][],
  after: string | null,
  own: Record<string, string>,
): Promise<Answer> {
  const { fullText, sort, limit, includeRestricted } = asked;
  parameters.push(['limit', `${limit}`], ['includeRestricted', `${includeRestricted}`]);
  if (fullText) parameters.push(['fullText', fullText]);
  if (sort.length > 0) parameters.push(['sort', sort.join(',')], ['sortDir', 'asc']);
  if (after) parameters.push(['after', after]);
  const path = `/content?${new URLSearchParams(parameters).toString()}`;
  const { status, body } = await world.sites[asked.key].get<{ _id: string }[]>(path, {
    ...own,
    'x-svc-strict': 'true',
  });
  if (status !== 200) return failure({ ...asked, path }, body.error ?? '', status === 403);
  const { total, hasMore } = body['pagination'] as Page;
  const summary = body['_accessSummary'] as { accessibleItems: number } | undefined;
  const endCursor = (body['endCursor'] as string | undefined) ?? null;
  return { ids: body.data.map(({ _id }) => _id), total, hasMore, endCursor, accessible: summary?.accessibleItems };
}

function failure(asked: object, message: string, isForbidden: boolean): Answer {
  if (CONTRADICTION.test(message)) return NO_CASE;
  if (OVER_BUDGET.test(message)) return TOO_COSTLY;
  if (isForbidden) return FORBIDDEN;
  throw new Error(`${JSON.stringify(asked)}: ${message}`);
}
