import { NO_ID } from '../shared/ids.ts';
import type { Scope } from './scope.ts';
import type { Statement } from './table.ts';

/**
 * The rows of a site in the order of their ids, page by page.
 * @param sql of a page: $1 is the site, $2 the last id of the page before
 */
export async function* pagesById<T extends { id: string }>(scope: Scope, sql: Statement<T>): AsyncGenerator<T[]> {
  for (let after = NO_ID; ;) {
    const page = await scope.rows(sql, [scope.siteId, after]);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}
