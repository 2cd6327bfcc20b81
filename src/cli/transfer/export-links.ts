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

/** Names of the custom fields of a type that hold ids. */
export interface LinkFields {
  references: string[];
  files: string[];
}

/** Values of custom fields, and the type that they are of. */
interface Linking {
  contentTypeId: string | null;
  customFields: JsonObject;
}

/** By the id of the type. */
export async function linkFields(scope: Scope): Promise<Map<string, LinkFields>> {
  const rows = await scope.rows(types, [scope.siteId]);
  const named = rows.map(({ id, fields }): [string, LinkFields] => {
    const ofTypes = (...kinds: string[]) => fields.flatMap(({ type, name }) => (kinds.includes(type) ? [name] : []));
    return [id, { references: ofTypes('reference', 'references'), files: ofTypes('media', 'file') }];
  });
  return new Map(named);
}

/** An import would reject the id of a file that is not there. */
export async function omitDeletedFiles(
  scope: Scope,
  rows: readonly Linking[],
  fields: ReadonlyMap<string, LinkFields>,
): Promise<void> {
  const used = rows.flatMap((row) =>
    namesOf(row, fields, 'files').flatMap((name) =>
      idsIn(row.customFields[name]).flatMap((id) =>
        isId(id) ? [{ customFields: row.customFields, name, id: id.toLowerCase() }] : [],
      ),
    ),
  );
  const found = used.length === 0 ? [] : await scope.rows(LIVE_FILES, [scope.siteId, used.map(({ id }) => id)]);
  const live = new Set(found.map(({ id }) => id));
  for (const { customFields, name, id } of used) if (!live.has(id)) delete customFields[name];
}

export function namesOf(row: Linking, fields: ReadonlyMap<string, LinkFields>, kind: keyof LinkFields): string[] {
  const names = fields.get(row.contentTypeId ?? '')?.[kind] ?? [];
  return names.filter((name) => Object.hasOwn(row.customFields, name));
}

function idsIn(value: unknown): string[] {
  return [value].flat().filter((id) => typeof id === 'string');
}

/** Without those to deleted items, which an import would reject. @param known external ids by id */
export function referencesIn(value: unknown, known: ReadonlyMap<string, string>): { id: string; externalId: string }[] {
  return idsIn(value).flatMap((given) => {
    const id = given.toLowerCase();
    const externalId = known.get(id);
    return externalId === undefined ? [] : [{ id, externalId }];
  });
}

/** In the shape of the field that has the value; undefined if it has one reference and that is left out. */
export function externalReferences(value: unknown, references: readonly { externalId: string }[]): unknown {
  const given = references.map(({ externalId }) => ({ externalId }));
  return Array.isArray(value) ? given : given[0];
}

/** Of the items that the rows refer to. */
export async function externalIdsOf(
  scope: Scope,
  rows: readonly Linking[],
  fields: ReadonlyMap<string, LinkFields>,
): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) =>
    namesOf(row, fields, 'references').flatMap((name) => idsIn(row.customFields[name])),
  );
  const found = ids.length === 0 ? [] : await scope.rows(EXTERNAL_IDS, [scope.siteId, ids.filter(isId)]);
  return new Map(found.map(({ id, externalId }) => [id, externalId]));
}
