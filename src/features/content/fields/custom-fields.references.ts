import type { SiteRows } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import { type Violation, createViolation } from '../../../shared/errors.ts';
import { isId } from '../../../shared/ids.ts';
import { ContentItemEntity, type JsonObject } from '../content.entity.ts';
import type { FieldReferences } from './custom-fields.ts';

const items = table(ContentItemEntity, 'c', { only: ['id', 'type'] });

/**
 * Violations for ids without an item of this site, or with one of another type than `referenceTo`. One statement for
 * all.
 * @param stored current custom fields of the item. Their ids are accepted even if the items were deleted or changed, so
 * that a caller can write back what it has read.
 */
export async function checkReferences(
  rows: SiteRows,
  references: readonly FieldReferences[],
  stored: JsonObject = {},
): Promise<Violation[]> {
  const checkedReferences = references.map((reference) => ({
    ...reference,
    storedIds: new Set([stored[reference.field]].flat()),
  }));
  const ids = checkedReferences.flatMap((reference) =>
    reference.ids.filter((id) => isId(id) && !reference.storedIds.has(id)),
  );
  if (checkedReferences.every((reference) => reference.ids.every((id) => reference.storedIds.has(id)))) return [];
  const targets = await rows.rows(items.byIds, [rows.siteId, ids]);
  const typesById = new Map(targets.map((row) => [row.id, row.type]));
  return checkedReferences.flatMap((reference) => listViolations(reference, typesById));
}

function listViolations(
  { path, ids, many, referenceTo, storedIds }: FieldReferences & { storedIds: ReadonlySet<unknown> },
  typesById: Map<string, string>,
) {
  return ids.flatMap((id, index): Violation[] => {
    if (storedIds.has(id)) return [];
    const field = many ? `${path}[${index}]` : path;
    const type = typesById.get(id.toLowerCase());
    if (type === undefined) return [createViolation(field, 'must be the id of a content item of this site')];
    if (referenceTo === undefined || type === referenceTo) return [];
    return [createViolation(field, `must be the id of a content item of type "${referenceTo}"`)];
  });
}
