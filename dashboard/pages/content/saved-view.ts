import type { CreateSavedViewInput } from '../../.generated/graphql.ts';
import type { DataOf } from '../../data/graphql.ts';
import type { CONTENT_LIST } from './content.query.ts';
import { type ListSearch, readSearch } from './list-variables.ts';

export type SavedView = DataOf<typeof CONTENT_LIST>['savedViews'][number];

/** The list as the view has it. */
export function searchOf({ id, contentType, status, search, createdByMe, sort, columns }: SavedView): ListSearch {
  return readSearch({ type: contentType, status, q: search, mine: createdByMe, sort, columns, view: id });
}

/** What a view keeps of the list. */
export function viewOf({ type, status, q, mine, sort, columns }: ListSearch): Omit<CreateSavedViewInput, 'name'> {
  return {
    contentType: type ?? null,
    status: status ?? null,
    search: q ?? null,
    createdByMe: mine ?? false,
    sort: sort ?? null,
    columns: [...(columns ?? [])],
  };
}

/** Whether two lists are the same but for their page. */
export function isSameView(one: ListSearch, other: ListSearch): boolean {
  return JSON.stringify(viewOf(one)) === JSON.stringify(viewOf(other));
}
