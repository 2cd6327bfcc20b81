import { table } from '../../database/table.ts';
import { notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../access/viewer.ts';
import { ContentItemEntity } from '../content/content.entity.ts';

const items = table(ContentItemEntity, 'c', { only: ['type'] });
const FIND_BY_ID = items.select(`where ${items.c.siteId} = $1 and ${items.c.id} = $2::uuid`);

/** Precedes a write through a mutation of one content type. @throws ServiceError 404 for an item of another type */
export async function assertType(viewer: Viewer, id: string, type: string): Promise<void> {
  const item = isId(id) ? await viewer.unrestricted('write').row(FIND_BY_ID, [viewer.site.id, id]) : null;
  if (item?.type !== type) throw notFound('Content');
}
