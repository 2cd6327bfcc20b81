import { type ExpectedRevision, assertRevision, isOutdated, retryOvertaken } from '../../../database/revision.ts';
import { table } from '../../../database/table.ts';
import { badRequest } from '../../../shared/errors.ts';
import { isStorableText } from '../../../shared/storable.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { ContentItemEntity, type JsonObject } from '../content.entity.ts';
import { CLEARED_VALUES, type PutContentInput, type UpdateContentInput } from '../content.inputs.ts';
import type { ContentService } from '../content.service.ts';
import type { ContentItem } from '../content.types.ts';
import { currentFields } from '../current-fields.rows.ts';

const items = table(ContentItemEntity, 'c', {
  only: ['id', 'type', 'revision'],
  add: { customFields: currentFields('c') },
});
const { c } = items;
const FIND_BY_EXTERNAL_ID = items.select(`where ${c.siteId} = $1 and ${c.externalId} = $2`);

/** Creates the item with the externalId, or replaces it. A call that meets a concurrent write is repeated. */
export async function putContent(
  contents: ContentService,
  viewer: Viewer,
  { externalId, expected }: { externalId: string; expected: ExpectedRevision },
  { type, ...input }: PutContentInput,
): Promise<ContentItem> {
  if (input.externalId != null && input.externalId !== externalId) {
    throw badRequest('externalId', 'externalId must be the one of the path');
  }
  const put = async (): Promise<ContentItem> => {
    const scope = viewer.unrestricted('write');
    const item = isStorableText(externalId) ? await scope.row(FIND_BY_EXTERNAL_ID, [scope.siteId, externalId]) : null;
    // An item that does not exist has no revision that a caller can have read.
    assertRevision(item ?? { revision: 0 }, expected);
    if (!item) return contents.create(viewer, { ...input, externalId, type });
    if (item.type !== type) throw badRequest('type', `type must be "${item.type}", which cannot change`);
    const values = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const customFields = toReplacement(item.customFields, input.customFields);
    const whole: UpdateContentInput = { ...CLEARED_VALUES, ...values, externalId, customFields };
    return contents.update(viewer, item.id, whole, item.revision);
  };
  return retryOvertaken(put, (error) => isOutdated(error, expected) || Boolean(error.extras['id']));
}

/** Returns an update that replaces all custom fields: those that the input omits are removed. */
export function toReplacement(current: JsonObject | null, values: JsonObject | null | undefined): JsonObject {
  const removals = Object.fromEntries(Object.keys(current ?? {}).map((name) => [name, null]));
  return { ...removals, ...values };
}
