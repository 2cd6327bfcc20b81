import type { InferEntity } from '@mikro-orm/core';
import { Values } from '../../../database/columns.ts';
import type { ScopeTransaction } from '../../../database/database.ts';
import { type TableRow, expression, table } from '../../../database/table.ts';
import { sortByIds } from '../../../shared/sort-by-ids.ts';
import { accessCondition } from '../../../access/access-sql.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { JsonObject } from '../content.entity.ts';
import type { UpdateContentInput } from '../content.inputs.ts';
import { currentChanges } from '../current-fields.rows.ts';
import { ContentDraftEntity } from '../content-draft.entity.ts';

const drafts = table(ContentDraftEntity, 'd', {
  omit: ['siteId', 'accessLevel', 'requiredSubscriptions', 'changes'],
  add: { changes: currentChanges('d') },
});
const { c } = drafts;
export type DraftRow = TableRow<typeof drafts>;

/** The changes of drafts without the bodies, which are long. */
const changes = table(ContentDraftEntity, 'd', {
  only: ['id'],
  add: { changes: expression<UpdateContentInput>(`${currentChanges('d')} - 'content'`) },
});
const bodies = table(ContentDraftEntity, 'd', {
  only: ['id'],
  add: { content: expression<string | null>(`${c.changes} ->> 'content'`) },
});

/** Applies the changes of a draft to a row of its item. */
export function applyChanges<R extends { customFields: JsonObject }>(row: R, changes: UpdateContentInput): R {
  const { customFields, ...values } = changes;
  const merged = Object.entries({ ...row.customFields, ...customFields }).filter(([, value]) => value !== null);
  return { ...row, ...values, customFields: Object.fromEntries(merged) };
}

/** Returns the ids of the items whose drafts the viewer previews in place of what is live. */
export function previewedIds(viewer: Viewer, ids: readonly string[]): readonly string[] {
  const { preview } = viewer.entitlement;
  if (!preview) return [];
  return preview.itemId === null ? ids : ids.filter((id) => id === preview.itemId);
}

/** Reads the drafts of items that the viewer can read, without their bodies. */
export function readDraftChanges(viewer: Viewer, ids: readonly string[]): Promise<TableRow<typeof changes>[]> {
  return viewer.previewScope.rows(...selectByItems(viewer, ids, (where) => changes.select(where)));
}

/** Reads the bodies of drafts that have one, of items that the viewer can read. */
export function readDraftBodies(viewer: Viewer, ids: readonly string[]): Promise<TableRow<typeof bodies>[]> {
  return viewer.previewScope.rows(
    ...selectByItems(viewer, ids, (where) => bodies.select(`${where} and jsonb_exists(${c.changes}, 'content')`)),
  );
}

/** Loads drafts by item id, for viewers with the scope preview; null where the viewer cannot see one. */
export async function draftById(viewer: Viewer, ids: readonly string[]): Promise<(DraftRow | null)[]> {
  const rows = await viewer.scope.rows(...selectByItems(viewer, ids, (where) => drafts.select(where)));
  return sortByIds(ids, rows);
}

/** The access level of the item itself is a condition of row-level security, and is checked with the item. */
function selectByItems<S>(viewer: Viewer, ids: readonly string[], select: (where: string) => S): [S, unknown[]] {
  const values = new Values();
  const site = `${c.siteId} = ${values.add(viewer.site.id)}`;
  const where = `where ${site} and ${c.id} = any(${values.add(ids)}::uuid[])`;
  return [select(`${where} and ${accessCondition(viewer.entitlement, 'd', values)}`), values.list];
}

/** Selects the draft of an item. It is read under the lock of the item. */
export const DRAFT_BY_ID = drafts.select(`where ${c.siteId} = $1 and ${c.id} = $2`);

const PUT = drafts.statement(
  (
    columns,
  ) => `insert into content_draft as d (id, site_id, access_level, required_subscriptions, item_revision, changes,
      written_by, revision, created_at, updated_at)
    values ($2, $1, $3, $4, $5, $6, $7, 1 + floor(random() * 1000000000), now(), now())
    on conflict (id) do update set access_level = excluded.access_level,
      required_subscriptions = excluded.required_subscriptions, changes = excluded.changes,
      written_by = excluded.written_by, revision = d.revision + 1, updated_at = now()
    returning ${columns}`,
);

type NewDraft = Omit<InferEntity<typeof ContentDraftEntity>, 'siteId' | 'revision' | 'createdAt' | 'updatedAt'>;

/** Begins a draft, or writes the one there is, which keeps the revision that it was begun from. */
export async function putDraft(tx: ScopeTransaction, draft: NewDraft): Promise<DraftRow> {
  const { id, accessLevel, requiredSubscriptions, itemRevision, writtenBy } = draft;
  const values = [accessLevel, requiredSubscriptions, itemRevision, JSON.stringify(draft.changes), writtenBy];
  const row = await tx.row(PUT, [tx.siteId, id, ...values]);
  if (!row) throw new Error('A draft was not written');
  return row;
}

/** Removes a draft whose changes are written into its item. The setting tells the activity log that it is not discarded. */
export const REMOVE_PUBLISHED = `delete from content_draft d
  using (select set_config('lectern.published_draft', $2, true) as id) published
  where d.site_id = $1 and d.id = published.id::uuid`;

export const REMOVE_DRAFT = 'delete from content_draft where site_id = $1 and id = $2';
