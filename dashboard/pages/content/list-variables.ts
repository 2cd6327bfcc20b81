import type { ContentStatus } from '../../.generated/graphql.ts';

export const PAGE_SIZE = 50;
/** Former versions on a page. */
export const HISTORY_SIZE = 50;

/** What the address of the list says. */
export interface ListSearch {
  type?: string;
  status?: ContentStatus;
  q?: string;
  /** Whether only items are listed that the user has created. */
  mine?: boolean;
  /** Whether only items are listed that could not be published or withdrawn at their time. */
  failed?: boolean;
  sort?: ListSort;
  /** Names of fields of the type, instead of those that are marked `showInList`. */
  columns?: readonly string[];
  /** Id of the saved view that it began with. */
  view?: string;
  page?: number;
}

export const LIST_SORTS = ['-updatedAt', 'updatedAt', 'title', '-createdAt', '-publishedAt'] as const;
export type ListSort = (typeof LIST_SORTS)[number];
const MAX_COLUMNS = 20;

const STATUSES: readonly unknown[] = ['draft', 'published', 'archived'];

export function readSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const { type, status, q, mine, failed, sort, columns, view, page } = search;
  const names = Array.isArray(columns) ? columns.filter((name) => typeof name === 'string').slice(0, MAX_COLUMNS) : [];
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(STATUSES.includes(status) ? { status: status as ContentStatus } : {}),
    ...(typeof q === 'number' || (typeof q === 'string' && q !== '') ? { q: String(q) } : {}),
    ...(mine === true ? { mine } : {}),
    ...(failed === true ? { failed } : {}),
    ...(LIST_SORTS.some((each) => each === sort) ? { sort: sort as ListSort } : {}),
    ...(names.length > 0 ? { columns: names } : {}),
    ...(typeof view === 'string' ? { view } : {}),
    ...(typeof page === 'number' && page > 1 ? { page: Math.floor(page) } : {}),
  };
}

export function listVariables(search: Readonly<Record<string, unknown>>) {
  const { type, status, q, mine = false, failed = false, sort: chosen, page = 1 } = readSearch(search);
  const sort = chosen ?? (q === undefined ? '-updatedAt' : null);
  return {
    filter: { type: type ?? null, status: status ?? null },
    fullText: q ?? null,
    createdByMe: mine,
    scheduleFailed: failed,
    // Of which the fields are read: with none, of no type.
    type: type ?? '',
    sort: sort && [sort],
    page: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
  };
}

export function pageNumber(search: Readonly<Record<string, unknown>>): number {
  return readSearch(search).page ?? 1;
}

/** One version more than is shown: what a version changed is known by the one before it. */
export function historyVariables(id: string, search: Readonly<Record<string, unknown>>) {
  return { id, page: { limit: HISTORY_SIZE + 1, offset: (pageNumber(search) - 1) * HISTORY_SIZE } };
}

export function trashVariables(search: Readonly<Record<string, unknown>>) {
  return { page: { limit: PAGE_SIZE, offset: (pageNumber(search) - 1) * PAGE_SIZE } };
}
