import type { SiteRows } from '../../../database/database.ts';
import { expression, table } from '../../../database/table.ts';
import { type Violation, createViolation } from '../../../shared/errors.ts';
import { AssetEntity } from '../../asset/asset.entity.ts';
import { checkUploaded } from '../../content-type/field-files.ts';
import type { JsonObject } from '../content.entity.ts';
import type { FieldFile } from './custom-fields.ts';

const files = table(AssetEntity, 'a', {
  only: ['id', 'contentType'],
  add: { size: expression<number | null>('a.size::float8') },
});
const { c } = files;
const LIVE_BY_IDS = files.select(`where ${c.siteId} = $1 and ${c.id} = any($2::uuid[]) and ${c.status} = 'live'`);

/** The ids of uploaded files in the custom fields of an item, and those of them that the write adds. */
export interface ItemFiles {
  all: readonly string[];
  added: readonly string[];
}

export function toItemFiles(fieldFiles: readonly FieldFile[], stored: JsonObject = {}): ItemFiles {
  return {
    all: fieldFiles.map(({ id }) => id),
    added: fieldFiles.filter((file) => isAdded(file, stored)).map(({ id }) => id),
  };
}

function isAdded({ field, id }: FieldFile, stored: JsonObject): boolean {
  const before = stored[field];
  return typeof before !== 'string' || before.toLowerCase() !== id;
}

/**
 * Violations for ids without a live file of this site, or with one of another type or size than the field allows. One
 * statement for all.
 * @param stored current custom fields of the item. Their ids are accepted even if the files were deleted, so that a caller
 * can write back what it has read.
 */
export async function checkFiles(
  rows: SiteRows,
  fieldFiles: readonly FieldFile[],
  stored: JsonObject = {},
): Promise<Violation[]> {
  const addedFiles = fieldFiles.filter((file) => isAdded(file, stored));
  if (addedFiles.length === 0) return [];
  const files = await rows.rows(LIVE_BY_IDS, [rows.siteId, addedFiles.map(({ id }) => id)]);
  const filesById = new Map(files.map((file) => [file.id, file]));
  return addedFiles.flatMap(({ path, id, validation }): Violation[] => {
    const file = filesById.get(id);
    if (!file) return [createViolation(path, 'must be the id of an uploaded file of this site')];
    return checkUploaded(file, validation).map((wrong) => createViolation(path, wrong));
  });
}
