import type { Scope } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import { AssetEntity } from '../../features/asset/asset.entity.ts';
import { ContentTypeEntity } from '../../features/content-type/content-type.entity.ts';
import { ContentItemEntity, type JsonObject } from '../../features/content/content.entity.ts';
import { isId } from '../../shared/ids.ts';

const externalIds = table(ContentItemEntity, 'c', { only: ['id', 'externalId'] });
const EXTERNAL_IDS = externalIds.select('where c.site_id = $1 and c.id = any($2::uuid[])');
const files = table(AssetEntity, 'a', { only: ['id'] });
const LIVE_FILES = files.select(`where a.site_id = $1 and a.id = any($2::uuid[]) and a.status = 'live'`);
const types = table(ContentTypeEntity, 't', { only: ['id', 'fields'] }).select('where t.site_id = $1');

/** Names of the custom fields that hold ids, by the id of their type. */
export type LinkFields = ReadonlyMap<string, { references: string[]; files: string[] }>;

/** Values of custom fields, and the type that they are of. */
interface LinkRow {
  contentTypeId: string | null;
  customFields: JsonObject;
}

export async function linkFields(scope: Scope): Promise<LinkFields> {
  const rows = await scope.rows(types, [scope.siteId]);
  return new Map(
    rows.map(({ id, fields }) => {
      const namesOfTypes = (...kinds: string[]) =>
        fields.flatMap(({ type, name }) => (kinds.includes(type) ? [name] : []));
      return [id, { references: namesOfTypes('reference', 'references'), files: namesOfTypes('media', 'file') }];
    }),
  );
}

/** Removes links to files that are not there, and returns the external ids of the items that the rows refer to, by id. */
export async function resolveLinks(scope: Scope, rows: readonly LinkRow[], fields: LinkFields) {
  await omitDeletedFiles(scope, rows, fields);
  return findExternalIds(
    scope,
    rows.flatMap((row) => linkNames(row, fields, 'references').flatMap((name) => listIds(row.customFields[name]))),
  );
}

/** An import would reject the id of a file that is not there. */
async function omitDeletedFiles(scope: Scope, rows: readonly LinkRow[], fields: LinkFields): Promise<void> {
  const fileLinks = rows.flatMap((row) =>
    linkNames(row, fields, 'files').flatMap((name) =>
      listIds(row.customFields[name]).flatMap((id) =>
        isId(id) ? [{ customFields: row.customFields, name, id: id.toLowerCase() }] : [],
      ),
    ),
  );
  const found =
    fileLinks.length === 0 ? [] : await scope.rows(LIVE_FILES, [scope.siteId, fileLinks.map(({ id }) => id)]);
  const live = new Set(found.map(({ id }) => id));
  for (const { customFields, name, id } of fileLinks) if (!live.has(id)) delete customFields[name];
}

/** Reads external ids by id. Ids of another system are left out. */
export async function findExternalIds(scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const ownIds = new Set(ids.filter(isId));
  const found = ownIds.size === 0 ? [] : await scope.rows(EXTERNAL_IDS, [scope.siteId, [...ownIds]]);
  return new Map(found.map(({ id, externalId }) => [id, externalId]));
}

export function linkNames(row: LinkRow, fields: LinkFields, kind: 'references' | 'files'): string[] {
  const names = fields.get(row.contentTypeId ?? '')?.[kind] ?? [];
  return names.filter((name) => Object.hasOwn(row.customFields, name));
}

function listIds(value: unknown): string[] {
  return [value].flat().filter((id) => typeof id === 'string');
}

/**
 * The references of a value without those to deleted items, which an import would reject.
 * @param externalIdsById external ids by id
 */
export function toExternalReferences(
  value: unknown,
  externalIdsById: ReadonlyMap<string, string>,
): { id: string; externalId: string }[] {
  return listIds(value).flatMap((idText) => {
    const id = idText.toLowerCase();
    const externalId = externalIdsById.get(id);
    return externalId === undefined ? [] : [{ id, externalId }];
  });
}

/** The references in the shape of the field that has the value; undefined if it has one reference and that is left out. */
export function externalReferences(value: unknown, references: readonly { externalId: string }[]): unknown {
  const externals = references.map(({ externalId }) => ({ externalId }));
  return Array.isArray(value) ? externals : externals[0];
}
