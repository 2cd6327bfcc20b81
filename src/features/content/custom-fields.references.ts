import type { ScopeTransaction } from '../../database/database.ts';
import type { Fault } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import type { FieldReferences } from './custom-fields.ts';

/** Faults for ids that name no item of this site, or one of another type than `referenceTo`. One statement for all. */
export async function checkReferences(tx: ScopeTransaction, references: readonly FieldReferences[]): Promise<Fault[]> {
  const ids = references.flatMap((reference) => reference.ids.filter(isId));
  if (references.length === 0) return [];
  const rows = await tx.rows<{ id: string; type: string }>(
    'select id, type from content_item where site_id = $1 and id = any($2::uuid[])',
    [tx.siteId, ids],
  );
  const typeOf = new Map(rows.map((row) => [row.id, row.type]));
  return references.flatMap((reference) => faultsOf(reference, typeOf));
}

function faultsOf({ path, ids, many, referenceTo }: FieldReferences, typeOf: Map<string, string>) {
  return ids.flatMap((id, index): Fault[] => {
    const field = many ? `${path}[${index}]` : path;
    const type = typeOf.get(id.toLowerCase());
    if (type === undefined) return [{ field, message: `${field} must be the id of a content item of this site` }];
    if (referenceTo !== undefined && type !== referenceTo) {
      return [{ field, message: `${field} must be the id of a content item of type "${referenceTo}"` }];
    }
    return [];
  });
}
