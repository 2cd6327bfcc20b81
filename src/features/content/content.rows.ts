import type { Scope } from '../../database/database.ts';
import { type TableRow, orNull, table } from '../../database/table.ts';
import { isId } from '../../shared/ids.ts';
import { toItemAccess } from '../../access/access.ts';
import { type Entitlement, type AccessProperties, findDenial, isHidden } from '../../access/entitlement.ts';
import type { Viewer } from '../../access/viewer.ts';
import { CollectionEntity } from '../collection/collection.entity.ts';
import { ContentItemEntity } from './content.entity.ts';
import type { ContentItem } from './content.types.ts';
import { currentFields } from './current-fields.rows.ts';
import { applyChanges, previewedIds, readDraftChanges, readDraftBodies } from './draft/draft.rows.ts';

const collections = table(CollectionEntity, 'l');
/** The columns of an item except the body, which is long and rarely part of lists. */
export const contentItems = table(ContentItemEntity, 'c', {
  omit: ['siteId', 'titleFolded', 'content', 'customFields', 'writtenBy'],
  add: { collectionOrder: orNull(collections.c.order), customFields: currentFields('c') },
  join: `left join ${collections.name} on ${collections.c.id} = c.collection_id`,
});
const { c } = contentItems;

const bodies = table(ContentItemEntity, 'c', { only: ['id', 'content'] });

/** A stored item before the access check; it must pass `redactFor` before it is returned. */
export type ContentRow = TableRow<typeof contentItems>;

/** Returns the properties of an item that access depends on. */
export function toGuarded({ id, accessLevel, requiredSubscriptions, status }: ContentRow): AccessProperties {
  return { id, accessLevel, requiredSubscriptions, published: status === 'published' };
}

/** Returns the item for this viewer: complete, or a teaser. Every returned row must pass here. */
export function redactFor(viewer: Entitlement, row: ContentRow): ContentItem {
  const access = toItemAccess(viewer, toGuarded(row));
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

const itemsWithBody = table(ContentItemEntity, 'c', {
  omit: ['siteId', 'titleFolded', 'content', 'customFields', 'writtenBy'],
  add: { collectionOrder: orNull(collections.c.order), customFields: currentFields('c'), body: c.content },
  join: `left join ${collections.name} on ${collections.c.id} = c.collection_id`,
});

/** The ids of items whose body will be requested, by request. */
const preloadedBodies = new WeakMap<Viewer, Set<string>>();

/** Has the body of an item read in the statement that loads the item. It is called before that. */
export function preloadBody(viewer: Viewer, id: string): void {
  const ids = preloadedBodies.get(viewer);
  if (ids) ids.add(id);
  else preloadedBodies.set(viewer, new Set([id]));
}

/** Loads items by id; null for unknown ids and for items that the viewer cannot read. */
export async function contentById(viewer: Viewer, ids: readonly string[]): Promise<(ContentRow | null)[]> {
  const [id, ...others] = ids;
  const isOne = id !== undefined && others.length === 0 && isId(id);
  const preloadsBody = isOne && preloadedBodies.get(viewer)?.has(id);
  if (!preloadsBody || viewer.entitlement.preview) return readPreviewed(viewer, viewer.scope, ids);
  const item = await viewer.scope.rowById(itemsWithBody.byIds, id.toLowerCase());
  if (!item) return [null];
  const { body, ...row } = item;
  viewer.loader(contentBodyById).prime(row.id, body);
  return [row];
}

/** Loads items by id for errors and teasers, also those that the viewer cannot read. Null for unknown and for hidden ones. */
export async function teaserById(viewer: Viewer, ids: readonly string[]): Promise<(ContentRow | null)[]> {
  const rows = await readPreviewed(viewer, viewer.teaserScope, ids);
  return rows.map((row) => (row && !isHidden(viewer.entitlement, toGuarded(row)) ? row : null));
}

/** Reads items. With a preview they are as their drafts have them, and the item of a preview token has any status. */
async function readPreviewed(viewer: Viewer, scope: Scope, ids: readonly string[]): Promise<(ContentRow | null)[]> {
  const rows = await readById(scope, ids);
  const itemId = viewer.entitlement.preview?.itemId;
  const isItem = (id: string | undefined) => id?.toLowerCase() === itemId;
  if (!itemId || !rows.some((row, index) => !row && isItem(ids[index]))) return withDrafts(viewer, rows);
  const [item = null] = await readById(viewer.previewScope, [itemId]);
  return withDrafts(
    viewer,
    rows.map((row, index) => row ?? (isItem(ids[index]) ? item : null)),
  );
}

/** Applies the drafts that the viewer previews to rows. Without a preview it sends no statement. */
export async function withDrafts<R extends ContentRow | null>(viewer: Viewer, rows: readonly R[]): Promise<R[]> {
  const readable = rows.flatMap((row) => (row && !findDenial(viewer.entitlement, toGuarded(row)) ? [row.id] : []));
  const ids = previewedIds(viewer, readable);
  if (ids.length === 0) return [...rows];
  const drafts = new Map((await readDraftChanges(viewer, ids)).map(({ id, changes }) => [id, changes]));
  return rows.map((row) => {
    const changes = row && drafts.get(row.id);
    return changes ? applyChanges(row, changes) : row;
  });
}

async function readById(scope: Scope, ids: readonly string[]): Promise<(ContentRow | null)[]> {
  const validIds = ids.filter(isId);
  const rows = validIds.length === 0 ? [] : await scope.rows(contentItems.byIds, [scope.siteId, validIds]);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => rowsById.get(id.toLowerCase()) ?? null);
}

/** Loads bodies by item id; null for an item that the viewer cannot read. */
export async function contentBodyById(viewer: Viewer, ids: readonly string[]): Promise<(string | null)[]> {
  const previewedItems = new Set(previewedIds(viewer, ids));
  const others = ids.filter((id) => !previewedItems.has(id));
  const rows = [
    ...(others.length > 0 ? await readBodies(viewer.scope, others) : []),
    ...(previewedItems.size > 0 ? await readBodies(viewer.previewScope, [...previewedItems]) : []),
    ...(previewedItems.size > 0 ? await readDraftBodies(viewer, [...previewedItems]) : []),
  ];
  // A draft's comes last.
  const contentById = new Map(rows.map(({ id, content }) => [id, content]));
  return ids.map((id) => contentById.get(id) ?? null);
}

function readBodies(scope: Scope, ids: readonly string[]) {
  return scope.rows(bodies.byIds, [scope.siteId, ids]);
}
