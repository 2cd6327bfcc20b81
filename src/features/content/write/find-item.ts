import type { SiteRows } from '../../../database/database.ts';
import { type ExpectedRevision, assertRevision } from '../../../database/revision.ts';
import { notFound } from '../../../shared/errors.ts';
import { isId } from '../../../shared/ids.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { contentBodyById, contentById, teaserById } from '../content.rows.ts';
import { type StoredItem, type WrittenItem, readItem } from './item-statements.ts';
import type { ContentItem } from '../content.types.ts';

/** @throws ServiceError 404; 412 if the item has another revision than expected */
export async function findItem(
  rows: SiteRows,
  id: string,
  { expected, isLocked }: { expected?: ExpectedRevision; isLocked: boolean },
): Promise<StoredItem> {
  const item = isId(id) ? await readItem(rows, id, { isLocked }) : null;
  if (!item) throw notFound('Content');
  assertRevision(item, expected);
  return item;
}

/** Returns the complete item for its writer, whatever its access level. */
export function toContentItem(viewer: Viewer, { row, body }: WrittenItem): ContentItem {
  viewer.forget();
  // Preloads the body and the references, which the response usually needs.
  viewer.loader(contentById).prime(row.id, row);
  viewer.loader(teaserById).prime(row.id, row);
  viewer.loader(contentBodyById).prime(row.id, body);
  const required = row.accessLevel === 'subscription' ? row.requiredSubscriptions : null;
  const access = { level: row.accessLevel, requiredSubscriptions: required, granted: true, reason: null };
  return { ...row, requiredSubscriptions: required, access };
}
