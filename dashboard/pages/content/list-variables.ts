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
  page?: number;
}

const STATUSES: readonly unknown[] = ['draft', 'published', 'archived'];

export function readSearch({ type, status, q, mine, page }: Readonly<Record<string, unknown>>): ListSearch {
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(STATUSES.includes(status) ? { status: status as ContentStatus } : {}),
    ...(typeof q === 'number' || (typeof q === 'string' && q !== '') ? { q: String(q) } : {}),
    ...(mine === true ? { mine } : {}),
    ...(typeof page === 'number' && page > 1 ? { page: Math.floor(page) } : {}),
  };
}

export function listVariables(search: Readonly<Record<string, unknown>>) {
  const { type, status, q, mine = false, page = 1 } = readSearch(search);
  return {
    filter: { type: type ?? null, status: status ?? null },
    fullText: q ?? null,
    createdByMe: mine,
    sort: q === undefined ? ['-updatedAt'] : null,
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
