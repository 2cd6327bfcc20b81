import type { Scope } from '../../database/database.ts';
import { type RowOf, table } from '../../database/table.ts';
import { ContentItemEntity, type JsonObject } from '../../features/content/content.entity.ts';
import { ContentDraftEntity } from '../../features/content/draft/content-draft.entity.ts';
import { NO_ID } from '../../shared/ids.ts';
import {
  externalIdsOf,
  externalReferences,
  linkFields,
  namesOf,
  omitDeletedFiles,
  referencesIn,
} from './export-links.ts';
import type { LineOf } from './lines.ts';

/** Bodies have up to 5 MB each. */
const PAGE = 50;

const { c } = table(ContentItemEntity, 'c');
const drafts = table(ContentDraftEntity, 'd', {
  only: ['id', 'accessLevel', 'changes'],
  add: { externalId: c.externalId, contentTypeId: c.contentTypeId },
  join: `join content_item c on ${c.id} = d.id`,
});
const DRAFTS = drafts.select('where d.site_id = $1 and d.id > $2 order by d.id limit $3');

/** What differs from the items, which stand before. */
export async function* draftLines(scope: Scope): AsyncGenerator<LineOf<'draft'>> {
  const fields = await linkFields(scope);
  for (let after = NO_ID; ;) {
    const found = await scope.rows(DRAFTS, [scope.siteId, after, PAGE]);
    const rows = found.map((row) => ({ ...row, customFields: { ...row.changes.customFields } }));
    const known = await externalIdsOf(scope, rows, fields);
    await omitDeletedFiles(scope, rows, fields);
    for (const row of rows) yield toLine(row, namesOf(row, fields, 'references'), known);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

function toLine(
  { externalId, accessLevel, changes, customFields }: RowOf<typeof drafts> & { customFields: JsonObject },
  references: readonly string[],
  known: ReadonlyMap<string, string>,
): LineOf<'draft'> {
  const { customFields: _drafted, requiredSubscriptions, ...values } = changes;
  for (const name of references) {
    const value = customFields[name];
    const given = externalReferences(value, referencesIn(value, known));
    if (given !== undefined) customFields[name] = given;
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
