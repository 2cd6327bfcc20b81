import type { SiteRows } from '../../../database/database.ts';
import type { Checks } from '../../../shared/checks.ts';
import type { ItemType } from '../../content-type/item-type.rows.ts';
import { checkWithPatterns } from '../../content-type/match-patterns.service.ts';
import type { JsonObject } from '../content.entity.ts';
import { type CustomFieldsOptions, checkCustomFields } from './custom-fields.ts';
import { type ItemFiles, checkFiles, toItemFiles } from './custom-fields.files.ts';
import { checkReferences } from './custom-fields.references.ts';

/**
 * Checks the custom fields of an item, with the items and files that they name.
 * @param options `stored` are the current fields of the item; the ids in them are not checked again
 * @returns the custom fields to store, and the uploaded files in them
 */
export async function checkItemFields(
  rows: SiteRows,
  type: ItemType | null,
  values: JsonObject,
  checks: Checks,
  { stored, ...options }: CustomFieldsOptions & { stored?: JsonObject },
): Promise<{ values: JsonObject; files: ItemFiles }> {
  const result = await checkWithPatterns(rows.siteId, (budget) =>
    checkCustomFields(type?.fields ?? [], values, { ...options, budget }),
  );
  checks.add(result.violations);
  checks.add(await checkReferences(rows, result.references, stored));
  checks.add(await checkFiles(rows, result.files, stored));
  return { values: result.values, files: toItemFiles(result.files, stored) };
}
