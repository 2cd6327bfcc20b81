import type { ScopeTransaction } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import { badRequest, fieldConflict } from '../../../shared/errors.ts';
import { ContentItemEntity } from '../../content/content.entity.ts';
import { ContentTypeEntity, type ContentTypeEntityRow } from '../content-type.entity.ts';

const TAKEN_ITEM_SLUG = table(ContentItemEntity, 'c', { only: ['slug'] }).select(
  `join content_item left_behind
     on left_behind.site_id = c.site_id and left_behind.type = $3 and left_behind.slug = c.slug
       and left_behind.language = c.language
   where c.site_id = $1 and c.content_type_id = $2 limit 1`,
);
const REFERRING_TYPES = table(ContentTypeEntity, 't', { only: ['id', 'fields'] }).select(
  'where t.site_id = $1 and t.fields @> $2::jsonb for update',
);

export async function ensureSlugAvailable(tx: ScopeTransaction, slug: string): Promise<void> {
  // Two concurrent creations would both pass the check: with the lock, the second one waits and sees the first.
  await tx.lock('content-type');
  const conflicts = await tx.rows('select 1 from content_type where site_id = $1 and slug = $2', [tx.siteId, slug]);
  if (conflicts.length > 0) throw fieldConflict('slug', 'Content type with this slug already exists');
}

/**
 * Items have their type's slug, by which callers filter, and fields name it in `referenceTo`: both are updated with the
 * type.
 */
export async function renameType(tx: ScopeTransaction, type: ContentTypeEntityRow, slug: string): Promise<void> {
  if (type.builtIn) throw badRequest('slug', 'slug of a built-in content type cannot be changed');
  await ensureSlugAvailable(tx, slug);
  await ensureItemSlugsAvailable(tx, type.id, slug);
  await lockItems(tx, type.id);
  await tx.rows('update content_item set type = $1 where site_id = $2 and content_type_id = $3', [
    slug,
    tx.siteId,
    type.id,
  ]);
  await adoptItems(tx, type.id, slug);
  for (const other of await findReferringTypes(tx, type.slug)) {
    await tx.rows('update content_type set fields = $1::jsonb where site_id = $2 and id = $3', [
      JSON.stringify(other.fields.map((field) => renameReference(field, type.slug, slug))),
      tx.siteId,
      other.id,
    ]);
  }
  type.slug = slug;
}

/**
 * Locks the items of a type before they or their sources are changed together: as `sync-content-type` does, items in
 * the order of their ids and before their sources. In another order the two would wait for each other.
 */
export async function lockItems(tx: ScopeTransaction, id: string): Promise<void> {
  await tx.rows(
    `select count(*) from (
       select 1 from content_item where site_id = $1 and content_type_id = $2 order by id for update
     ) locked`,
    [tx.siteId, id],
  );
}

/**
 * Items of a deleted type are adopted by the next type with its slug.
 * @returns whether there were any
 */
export async function adoptItems(tx: ScopeTransaction, id: string, slug: string): Promise<boolean> {
  const adopted = await tx.row<{ count: number }>(
    `with adopted as (
       update content_item set content_type_id = $1
       where site_id = $2 and type = $3 and content_type_id is null returning 1
     ) select count(*)::int as count from adopted`,
    [id, tx.siteId, slug],
  );
  return (adopted?.count ?? 0) > 0;
}

/** An item of a deleted type with the new slug may have the slug of an item that is to be renamed. */
async function ensureItemSlugsAvailable(tx: ScopeTransaction, id: string, slug: string): Promise<void> {
  const conflict = await tx.row(TAKEN_ITEM_SLUG, [tx.siteId, id, slug]);
  if (conflict) throw fieldConflict('slug', `Content of type "${slug}" with slug "${conflict.slug}" already exists`);
}

type Fields = ContentTypeEntityRow['fields'];

async function findReferringTypes(tx: ScopeTransaction, slug: string) {
  return tx.rows(REFERRING_TYPES, [tx.siteId, JSON.stringify([{ validation: { referenceTo: slug } }])]);
}

function renameReference(field: Fields[number], from: string, to: string): Fields[number] {
  const { validation } = field;
  return validation.referenceTo === from ? { ...field, validation: { ...validation, referenceTo: to } } : field;
}
