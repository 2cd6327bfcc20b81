import { Values } from '../../../database/columns.ts';
import { VARIED_STATEMENT, withView } from '../../../database/table.ts';
import { Where } from '../../../database/where.ts';
import { pageCost } from '../../../api/cost.ts';
import { type List, type PageRequest, type Sort, readPage } from '../../../database/pagination.ts';
import { fold } from '../../../text/folding.ts';
import { assertPreviewScope, assertSeesUnpublished } from '../../../access/access.ts';
import { contentCondition, publishedCondition } from '../../../access/access-sql.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { actorId, createdBySql } from '../write/authorship.ts';
import type { ContentOrder } from '../content.inputs.ts';
import { type ContentRow, contentById, contentItems, redactFor, teaserById, withDrafts } from '../content.rows.ts';
import type { ContentItem, ContentItemPage } from '../content.types.ts';
import { type LanguageRequest, preferredLanguages } from '../language-codes.ts';
import { readCandidates } from '../query/candidates.ts';
import { compileCondition } from '../query/compile-condition.ts';
import { findComplement } from '../query/complement.ts';
import { type Condition, namesUnpublished, isCounted } from '../query/condition.ts';
import { addFullTextSearch } from '../query/full-text.ts';
import type { ContentFilter, FilterParameter } from '../query/input/filter.inputs.ts';
import { nameUnindexedFields, unindexedConditions } from '../query/index-use.ts';
import { type ContentQuery, isUncommon, readQuery } from '../query/list-query.ts';
import { readGraphqlFilter } from '../query/input/read-graphql-filter.ts';
import type { RawFilter } from '../query/input/raw-filter.ts';
import { readRestFilter } from '../query/input/read-rest-filter.ts';
import { BUILT_IN_SORTS, type RawSort, readSort } from '../query/sort.ts';
import { scheduleFailedSql } from '../schedule/schedule.rows.ts';
import { isFirstTranslation } from '../translation.rows.ts';

const { c, alias } = contentItems;
/** Conditions on the table itself would not be read from their indexes: see the view. */
const CONTENT_LIST = withView(contentItems, 'content_list');
const CONTENT_PAGES = { default: 50, max: 100 };
/** The cost keeps every query below some seconds of PostgreSQL's time in a site of 100,000 items. */
export const CONTENT_LIST_COST = pageCost(CONTENT_PAGES, {
  perValue: { filter: 1_000, filterParameters: 1_000, sort: 500, fallback: 1_000, fullText: 40_000 },
  extra: { exactTotal: 10_000 },
});
/** Points of a condition that all items are read for, and of one across a reference, which reads the other items as well. */
const UNINDEXED_COST = { condition: 8_000, reference: 20_000 };
/** The maximum count of a full-text search; more items are only counted if the caller wants the exact number. */
const MAX_FOUND = 10_000;

export interface ContentListRequest extends LanguageRequest {
  filter: ContentFilter;
  /** Further conditions, as query parameters. */
  filterParameters: readonly FilterParameter[];
  order: ContentOrder;
  /** Words that the items must have. */
  fullText: string | null;
  /** Tells whether the total of a full-text search is counted however large it is. */
  exactTotal: boolean;
  /** Keys such as `-publishedAt`; empty: `order`, or the relevance of a full-text search. */
  sort: readonly string[];
  page: PageRequest;
  includeRestricted: boolean;
  /** The list has only items that the caller has created. */
  createdByMe: boolean;
  /** The list has only items whose schedule failed. */
  scheduleFailed: boolean;
  /** Tells whether the answer has the number of the items. */
  needsTotal: boolean;
  /** Adds to the cost of the operation, and fails where that is too much. */
  addPoints: (points: number) => void;
}

/**
 * Two statements, whatever the number of items, one for the definitions of custom fields, and one for each condition on
 * them whose candidates are asked for. The access rule is part of both, so pages are full and totals exact.
 * See decision 80.
 */
export async function listContent(viewer: Viewer, request: ContentListRequest): Promise<ContentItemPage> {
  const { page, order, includeRestricted, createdByMe, scheduleFailed } = request;
  if (scheduleFailed) assertPreviewScope(viewer);
  const isReadable = (row: string, values: Values) => contentCondition(viewer.entitlement, row, values);
  const isItemReadable = (values: Values) => isReadable(alias, values);
  const keys = readSort(request.sort, order.direction);
  const languages = preferredLanguages(request);
  const raw = {
    all: [
      readGraphqlFilter(request.filter, 'filter'),
      readRestFilter(request.filterParameters),
      ...languageFilter(languages),
    ],
  };
  const query = await readQuery(viewer, raw, keys, includeRestricted ? isItemReadable : undefined);
  if (namesUnpublished(query.condition)) assertSeesUnpublished(viewer.entitlement);
  request.addPoints(sumPoints(query.condition));
  // Teasers and their counts need rows that the viewer cannot read.
  const scope = includeRestricted ? viewer.teaserScope : viewer.scope;
  const compileOptions = (values: Values) => ({
    values,
    siteId: viewer.site.id,
    isReadable: (other: string) => isReadable(other, values),
    hasTeasers: includeRestricted,
  });
  const candidates = await readCandidates(scope, query.condition, compileOptions);
  const isListed = (row: string, values: Values, condition: Condition = query.condition) => {
    const conditions = [
      publishedCondition(viewer.entitlement, `${row}.status = 'published'`),
      compileCondition(condition, row, { ...compileOptions(values), candidates }),
      ...(includeRestricted ? [] : [isReadable(row, values)]),
      ...(createdByMe ? [createdBySql(row, values.add(actorId(viewer.actor)))] : []),
      ...(scheduleFailed ? [scheduleFailedSql(row, values.add(viewer.site.id))] : []),
    ];
    return conditions.join(' and ');
  };
  const siteCondition = (values: Values) => `${c.siteId} = ${values.add(viewer.site.id)}`;
  const where = new Where().and((values) => `${siteCondition(values)} and ${isListed(alias, values)}`);
  const search = addFullTextSearch(request.fullText, CONTENT_LIST, where, includeRestricted ? isReadable : undefined);
  if (languages && languages.length > 1) {
    const matches = (row: string, values: Values) => `${isListed(row, values)} and ${search.isFound(row)}`;
    where.and((values) => isFirstTranslation(alias, languages, values, matches));
  }
  const isRanked = keys.length === 0 && !order.sort;
  const list = readPage<ContentRow, ContentRow, 'accessible'>(scope, page, {
    table: search.table,
    where,
    ...(isRanked && search.ranking ? { sort: search.ranking } : chooseSort(query, keys, order)),
    sizes: CONTENT_PAGES,
    toItem: (row) => row,
    counts: includeRestricted ? { accessible: isItemReadable } : {},
    ...(!request.fullText &&
      !createdByMe &&
      !scheduleFailed &&
      findTotal(
        query.condition,
        includeRestricted,
        (condition, values) => `${siteCondition(values)} and ${isListed(alias, values, condition)}`,
      )),
    needsTotal: request.needsTotal,
    maxTotal: request.fullText && !request.exactTotal ? MAX_FOUND : undefined,
    prefix: isVaried(query, keys, languages) ? VARIED_STATEMENT : '',
  });
  const { counts, ...found } = await nameUnindexedFields(query.condition, list);
  const { accessible = found.total } = counts;
  return {
    ...found,
    items: (await withDrafts(viewer, found.items)).map((row) => remember(viewer, row)),
    accessSummary: {
      totalItems: found.total,
      accessibleItems: accessible,
      restrictedItems: found.total - accessible,
      includeRestricted,
    },
  };
}

function sumPoints(condition: Condition): number {
  const points = unindexedConditions(condition).map((each) => UNINDEXED_COST['to' in each ? 'reference' : 'condition']);
  return points.reduce((sum, one) => sum + one, 0);
}

/** The table has the number of items that have the same values of some columns. */
const COUNTS = 'content_count';

/** A total that is read without counting what matches. */
function findTotal(
  condition: Condition,
  hasTeasers: boolean,
  sql: (condition: Condition, values: Values) => string,
): Pick<List<ContentRow, ContentRow>, 'countTable' | 'total'> {
  if (isCounted(condition)) return { countTable: COUNTS };
  // Custom fields of items that the viewer cannot read match neither a condition nor its opposite.
  const complement = hasTeasers ? null : findComplement(condition);
  if (!complement) return {};
  // One statement, so that both numbers are of the same moment.
  const values = new Values();
  const all = `select coalesce(sum(${alias}.items), 0) from ${COUNTS} ${alias} where ${sql(complement.counted, values)}`;
  const excluded = `select count(*) from ${CONTENT_LIST.name} where ${sql(complement.except, values)}`;
  return { total: { sql: `(${all}) - (${excluded})`, values } };
}

/** Returns whether its SQL is one of very many. */
function isVaried({ condition, sorts }: ContentQuery, keys: readonly RawSort[], languages: readonly string[] | null) {
  return isUncommon(condition) || keys.length > 1 || Boolean(sorts[0]?.join) || (languages?.length ?? 0) > 1;
}

function languageFilter(languages: readonly string[] | null): RawFilter[] {
  if (!languages) return [];
  const [first, ...others] = languages;
  if (first === undefined) return [{ any: [] }];
  const condition = others.length > 0 ? { operator: 'in', value: languages } : { operator: 'eq', value: first };
  return [{ name: 'language', path: 'language', isText: false, ...condition }];
}

/** The keys of the request or, without any, the order by one built-in field. */
function chooseSort({ sorts: [first, ...thenBy] }: ContentQuery, [key]: readonly RawSort[], order: ContentOrder) {
  const name = key?.name ?? order.sort ?? 'publishedAt';
  if (first && (thenBy.length > 0 || !isBuiltInSort(name))) return { sort: first, thenBy };
  if (!isBuiltInSort(name)) throw new TypeError(`${name} is not a built-in sort`);
  const sort: Sort = first ?? { ...BUILT_IN_SORTS[name], direction: order.direction ?? 'desc' };
  return { sort, sortValue: (row: ContentRow) => (name === 'title' ? fold(row.title) : row[name]) };
}

function isBuiltInSort(name: string): name is keyof typeof BUILT_IN_SORTS {
  return Object.hasOwn(BUILT_IN_SORTS, name);
}

/** The item as the viewer may see it; what is asked of it next need not read it again. */
function remember(viewer: Viewer, row: ContentRow): ContentItem {
  const item = redactFor(viewer.entitlement, row);
  viewer.loader(teaserById).prime(row.id, row);
  if (item.access.granted) viewer.loader(contentById).prime(row.id, row);
  return item;
}
