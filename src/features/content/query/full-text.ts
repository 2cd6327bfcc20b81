import type { Values } from '../../../database/columns.ts';
import type { Where } from '../../../database/where.ts';
import { badRequest } from '../../../shared/errors.ts';
import type { Sort } from '../../../database/pagination.ts';
import { exceedsLength } from '../../../text/length.ts';
import { searchQuery } from '../../../text/search-vector.ts';
import { contentItems } from '../content.rows.ts';
import { FILTER_LIMITS } from './input/raw-filter.ts';

const { c } = contentItems;
type SearchedTable = Pick<typeof contentItems, 'name' | 'alias' | 'from' | 'columns'>;

/** A list of content, limited to items with certain words. */
export interface FullText {
  table: SearchedTable;
  /** The order by relevance; null if nothing is searched for. */
  ranking: Sort | null;
  /** The condition for another row of the same statement. */
  isFound(row: string): string;
}

/**
 * Adds a full-text search to a list. An item that the viewer cannot read is only found by what its teaser shows, and has no rank.
 * See decision 107.
 * @param items the table that the list is read from
 * @param isReadable the access rule, in a list that also has items that the viewer cannot read
 */
export function addFullTextSearch(
  text: string | null | undefined,
  items: SearchedTable,
  where: Where,
  isReadable: ((row: string, values: Values) => string) | undefined,
): FullText {
  if (!text) return { table: items, ranking: null, isFound: () => 'true' };
  if (exceedsLength(text, FILTER_LIMITS.length)) {
    throw badRequest('fullText', `fullText must have at most ${FILTER_LIMITS.length} characters`);
  }
  const query = searchQuery(text);
  if (query === null) {
    where.nothing();
    return { table: items, ranking: null, isFound: () => 'false' };
  }
  const parameter = `${where.values.add(query)}::tsquery`;
  const { values } = where;
  const teaserParameter = isReadable ? `${values.add(searchQuery(text, ['A', 'B']))}::tsquery` : '';
  const matchesVisibleText = (row: string) =>
    isReadable ? `(${isReadable(row, values)} or ${hasMatch(row, teaserParameter)})` : 'true';
  if (isReadable) where.and(() => matchesVisibleText(items.alias));
  const matching = `join content_matching(${parameter}) m on m.id = ${c.id}`;
  const table = { ...items, name: `${items.name} ${matching}`, from: `${items.from} ${matching}` };
  // A join would read the words of the items that are not ranked, too.
  const rank = `select round(ts_rank(t.terms, ${parameter}) * 1000000)::integer from content_text t where t.item_id = ${c.id}`;
  return {
    table,
    ranking: {
      expression: `coalesce(case when m.ranked then (${rank}) end, 0)`,
      type: 'integer',
      nullable: isReadable !== undefined,
      direction: 'desc',
      guard: isReadable && ((added) => isReadable(items.alias, added)),
    },
    isFound: (row) => `${hasMatch(row, parameter)} and ${matchesVisibleText(row)}`,
  };
}

function hasMatch(row: string, query: string): string {
  return `${row}.id in (select found.id from content_matching(${query}) found)`;
}
