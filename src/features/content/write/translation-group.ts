import type { ScopeTransaction } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import type { Checks } from '../../../shared/checks.ts';
import { conflict, fieldConflict } from '../../../shared/errors.ts';
import { isId } from '../../../shared/ids.ts';
import { isStorableText } from '../../../shared/storable.ts';
import { ContentItemEntity, type ContentItemEntityRow } from '../content.entity.ts';

const MAX_TRANSLATIONS = 50;

const items = table(ContentItemEntity, 'c', { only: ['id', 'type', 'language', 'translationOf'] });
const { c } = items;
const FIND_ORIGINAL = items.select(`where ${c.siteId} = $1 and (${c.id} = $2::uuid or ${c.externalId} = $3)
  order by ${c.id} is not distinct from $2::uuid desc limit 1`);
const OTHERS = items.select(`where ${c.siteId} = $1 and ${c.id} <> $3::uuid
  and (${c.id} = $2::uuid or ${c.translationOf} = $2::uuid)`);

/** The properties that decide the place of an item among its translations. */
type Member = Pick<ContentItemEntityRow, 'id' | 'type' | 'language' | 'translationOf'>;

/**
 * The id of the original that an item is to be a translation of; reports one that it cannot be a translation of. Locks the
 * translations of the site until the end of the transaction.
 * @param idOrExternalId of the original or of one of its translations
 */
export async function findOriginal(
  tx: ScopeTransaction,
  { id, type }: Pick<Member, 'id' | 'type'>,
  idOrExternalId: string,
  checks: Checks,
): Promise<string | null> {
  if (!isStorableText(idOrExternalId)) return null;
  await tx.lock('content translations');
  const originalRow = await tx.row(FIND_ORIGINAL, [
    tx.siteId,
    isId(idOrExternalId) ? idOrExternalId : null,
    idOrExternalId,
  ]);
  const original = originalRow && (originalRow.translationOf ?? originalRow.id);
  if (originalRow?.type === type && original !== id) return original;
  checks.report('translationOf', 'must be the id or externalId of another content item of the same type');
  return null;
}

/**
 * Ensures that no other item among the translations has the language of this one, and that all of them have one original.
 * @param item as it is to be written
 * @param stored the item before the write; null for a new one
 */
export async function ensureTranslatable(
  tx: ScopeTransaction,
  item: Pick<Member, 'id' | 'language' | 'translationOf'>,
  stored: Pick<Member, 'language' | 'translationOf'> | null,
): Promise<void> {
  const isSame = stored?.language === item.language && stored.translationOf === item.translationOf;
  if (isSame || (!stored && item.translationOf === null)) return;
  await tx.lock('content translations');
  const others = await tx.rows(OTHERS, [tx.siteId, item.translationOf ?? item.id, item.id]);
  const same = others.find(({ language }) => language === item.language);
  if (same) throw fieldConflict('language', 'Content has a translation in this language already', { id: same.id });
  if (item.translationOf === null) return;
  if (others.length > MAX_TRANSLATIONS) throw conflict(`Content has at most ${MAX_TRANSLATIONS} translations`);
  const own = stored ? await tx.rows(OTHERS, [tx.siteId, item.id, item.id]) : [];
  if (own.length > 0) throw conflict('Content that has translations cannot be a translation');
}
