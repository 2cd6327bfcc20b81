import { table } from '../../../database/table.ts';
import { type Violation, assertNoViolations, report } from '../../../shared/errors.ts';
import { isPlainObject } from '../../../shared/plain-object.ts';
import { isStorableText } from '../../../shared/storable.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { contentTypeBySlug } from '../../content-type/content-type.service.ts';
import { ContentItemEntity, type JsonObject } from '../content.entity.ts';

const items = table(ContentItemEntity, 'c', { only: ['id', 'externalId'] });
const { c } = items;
const FIND_BY_EXTERNAL_IDS = items.select(`where ${c.siteId} = $1 and ${c.externalId} = any($2::text[])`);

/**
 * Returns the input with ids in place of `{externalId}` in reference fields. One statement for all; none for values without.
 * @throws ServiceError 400 for an externalId that no item of the site has
 */
export async function withReferencedIds<I extends { customFields?: JsonObject | null }>(
  viewer: Viewer,
  typeSlug: string,
  input: I,
): Promise<I> {
  const values = input.customFields;
  if (!isPlainObject(values) || !Object.values(values).flat().some(isExternalReference)) return input;
  const type = await viewer.loader(contentTypeBySlug).load(typeSlug);
  const fields = (type?.fields ?? []).filter(({ type: kind }) => kind === 'reference' || kind === 'references');
  const names = fields.filter(({ name }) => Object.hasOwn(values, name)).map(({ name }) => name);
  const references = names.flatMap((name) => [values[name]].flat()).filter(isExternalReference);
  const ids = await idsByExternalId(
    viewer,
    references.map(({ externalId }) => externalId),
  );
  const violations: Violation[] = [];
  const resolveId = (value: unknown, field: string): unknown => {
    if (!isExternalReference(value)) return value;
    const id = ids.get(value.externalId);
    if (id === undefined) report(violations, field, 'must be the externalId of a content item of this site');
    return id;
  };
  const entries = names.map((name): [string, unknown] => {
    const value = values[name];
    const path = `customFields.${name}`;
    return [
      name,
      Array.isArray(value) ? value.map((each, index) => resolveId(each, `${path}[${index}]`)) : resolveId(value, path),
    ];
  });
  assertNoViolations(violations);
  return { ...input, customFields: { ...values, ...Object.fromEntries(entries) } };
}

/** Finds the ids of items by their externalIds, whatever their access level, for writers. */
export async function idsByExternalId(viewer: Viewer, externalIds: readonly string[]): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map();
  const stored = externalIds.filter(isStorableText);
  const rows = await viewer.unrestricted('write').rows(FIND_BY_EXTERNAL_IDS, [viewer.site.id, stored]);
  return new Map(rows.map(({ id, externalId }) => [externalId, id]));
}

/** Returns whether a value of a reference field names an item by the caller's own id. */
function isExternalReference(value: unknown): value is { externalId: string } {
  return isPlainObject(value) && typeof value['externalId'] === 'string' && Object.keys(value).length === 1;
}
