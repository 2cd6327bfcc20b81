import type { Scope } from '../../database/database.ts';
import { type TableRow, table } from '../../database/table.ts';
import { ContentItemEntity, type JsonObject } from '../../features/content/content.entity.ts';
import { currentChanges } from '../../features/content/current-fields.rows.ts';
import { ContentDraftEntity } from '../../features/content/content-draft.entity.ts';
import { batchesById } from '../../database/batches.ts';
import { externalReferences, linkFields, linkNames, toExternalReferences, resolveLinks } from './export-links.ts';
import type { LineVariant } from './lines.ts';

const { c } = table(ContentItemEntity, 'c');
const drafts = table(ContentDraftEntity, 'd', {
  only: ['id', 'accessLevel'],
  add: { changes: currentChanges('d'), externalId: c.externalId, contentTypeId: c.contentTypeId },
  join: `join content_item c on ${c.id} = d.id`,
});
/** Bodies have up to 5 MB each. */
const DRAFTS = drafts.select('where d.site_id = $1 and d.id > $2 order by d.id limit 50');

/** What differs from the items, which stand before. */
export async function* draftLines(scope: Scope): AsyncGenerator<LineVariant<'draft'>> {
  const fields = await linkFields(scope);
  for await (const page of batchesById((after) => scope.rows(DRAFTS, [scope.siteId, after]))) {
    const rows = page.map((row) => ({ ...row, customFields: { ...row.changes.customFields } }));
    const externalIds = await resolveLinks(scope, rows, fields);
    for (const row of rows) yield toLine(row, linkNames(row, fields, 'references'), externalIds);
  }
}

function toLine(
  { externalId, accessLevel, changes, customFields }: TableRow<typeof drafts> & { customFields: JsonObject },
  references: readonly string[],
  externalIds: ReadonlyMap<string, string>,
): LineVariant<'draft'> {
  const { customFields: _drafted, requiredSubscriptions, ...values } = changes;
  for (const name of references) {
    const value = customFields[name];
    const externals = externalReferences(value, toExternalReferences(value, externalIds));
    if (externals !== undefined) customFields[name] = externals;
    else if (value !== null) delete customFields[name];
  }
  return {
    kind: 'draft',
    externalId,
    ...(values as JsonObject),
    ...(accessLevel === 'subscription' && requiredSubscriptions ? { requiredSubscriptions } : {}),
    ...(Object.keys(customFields).length > 0 ? { customFields } : {}),
  };
}
