import type { ScopeTransaction } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import { freeSlug } from '../../../database/writes.ts';
import { fieldConflict } from '../../../shared/errors.ts';
import { slugify } from '../../../text/slug.ts';
import { ContentItemEntity } from '../content.entity.ts';

const items = table(ContentItemEntity, 'c', { only: ['id', 'externalId'] });
const { c } = items;
const FIND_CONFLICTS = items.select(`where ${c.siteId} = $1 and ${c.id} <> $2
  and (${c.externalId} = $3 or (${c.type} = $4 and ${c.slug} = $5 and ${c.language} = $6))`);

/** The properties of an item that must be unique: its externalId in the site, its slug in the site, type and language. */
interface UniqueValues {
  id: string;
  externalId: string | null;
  type: string;
  language: string;
  slug: string | null;
}

/**
 * Ensures that no other item has the externalId or the slug. If another item has both, the error names the externalId.
 * @throws ServiceError 409
 */
export async function ensureAvailable(
  tx: ScopeTransaction,
  { id, externalId, type, language, slug }: UniqueValues,
): Promise<void> {
  if (externalId === null && slug === null) return;
  const conflicts = await tx.rows(FIND_CONFLICTS, [tx.siteId, id, externalId, type, slug, language]);
  const same = conflicts.find((item) => item.externalId === externalId);
  if (same) throw fieldConflict('externalId', 'Content with this externalId already exists', { id: same.id });
  if (conflicts.length > 0) throw fieldConflict('slug', 'Content with this slug already exists');
}

/** Chooses the slug of a title, with the lowest free number when items of the type and language have it already. */
export function chooseSlug(
  tx: ScopeTransaction,
  { id, type, language, title }: { id: string; type: string; language: string; title: string },
): Promise<string> {
  return freeSlug(tx, ContentItemEntity, slugify(title, type), { own: id, same: { type, language } });
}
