import type { Scope } from '../../database/database.ts';
import { type RowOf, orNull, table } from '../../database/table.ts';
import { isId } from '../../shared/ids.ts';
import { accessOf } from '../access/access.ts';
import type { Entitlement } from '../access/entitlement.ts';
import type { Viewer } from '../access/viewer.ts';
import { CollectionEntity } from '../collection/collection.entity.ts';
import { ContentItemEntity } from './content.entity.ts';
import type { ContentItem } from './content.types.ts';

const collections = table(CollectionEntity, 'l');
/** Everything but the body, which is long and which lists seldom show. */
export const contentItems = table(ContentItemEntity, 'c', {
  omit: ['siteId', 'titleFolded', 'content'],
  add: { collectionOrder: orNull(collections.c.order) },
  join: `left join ${collections.name} on ${collections.c.id} = c.collection_id`,
});
const { c } = contentItems;
const BY_IDS = contentItems.select(`where ${c.siteId} = $1 and ${c.id} = any($2::uuid[])`);

const bodies = table(ContentItemEntity, 'c', { only: ['id', 'content'] });
const BODIES_BY_IDS = bodies.select(`where ${c.siteId} = $1 and ${c.id} = any($2::uuid[])`);

/** An item as it is stored, before the access rule; it must pass `seenBy` on its way out. */
export type ContentRow = RowOf<typeof contentItems>;

/** The item as this viewer may see it: whole, or a teaser. The one gate that every row goes through. */
export function seenBy(viewer: Entitlement, row: ContentRow): ContentItem {
  const access = accessOf(viewer, row);
  const item = { ...row, requiredSubscriptions: access.level === 'subscription' ? row.requiredSubscriptions : null };
  if (access.granted) return { ...item, access };
  const { streamUrl: _withheld, ...videoMetadata } = row.videoMetadata ?? {};
  return {
    ...item,
    access,
    content: null,
    customFields: null,
    url: null,
    metadata: null,
    videoMetadata: row.videoMetadata ? videoMetadata : null,
  };
}

/** Items by id; null for what the site does not have, or the viewer may not see. */
export async function contentById(viewer: Viewer, ids: readonly string[]): Promise<(ContentRow | null)[]> {
  return readById(viewer.scope, ids);
}

/** Items by id, whatever their access level, for saying why one is withheld, for teasers, and for writers. */
export async function storedContentById(viewer: Viewer, ids: readonly string[]): Promise<(ContentRow | null)[]> {
  return readById(viewer.unrestrictedScope, ids);
}

async function readById(scope: Scope, ids: readonly string[]): Promise<(ContentRow | null)[]> {
  const known = ids.filter(isId);
  const rows = known.length === 0 ? [] : await scope.rows(BY_IDS, [scope.siteId, known]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

/** Bodies by item id; null for an item that the viewer may not see. */
export async function contentBodyById(viewer: Viewer, ids: readonly string[]): Promise<(string | null)[]> {
  return readBodies(viewer.scope, ids);
}

/** The body that a writer has just written, whatever its access level. */
export async function storedBody(viewer: Viewer, id: string): Promise<string | null> {
  const [body] = await readBodies(viewer.unrestrictedScope, [id]);
  return body ?? null;
}

async function readBodies(scope: Scope, ids: readonly string[]): Promise<(string | null)[]> {
  const rows = await scope.rows(BODIES_BY_IDS, [scope.siteId, ids]);
  const byId = new Map(rows.map((row) => [row.id, row.content]));
  return ids.map((id) => byId.get(id) ?? null);
}
