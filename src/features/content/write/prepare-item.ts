import { isDeepStrictEqual } from 'node:util';
import type { SiteRows } from '../../../database/database.ts';
import { checkInput } from '../../../api/input-bounds.ts';
import type { Checks } from '../../../shared/checks.ts';
import type { Violation } from '../../../shared/errors.ts';
import { patch, withDefaults } from '../../../shared/patch.ts';
import { fold } from '../../../text/folding.ts';
import { checkRequiredSubscriptions } from '../../../access/access.ts';
import type { AccessLevel } from '../../../access/access-level.ts';
import type { ItemType } from '../../content-type/item-type.rows.ts';
import { checkWithPatterns } from '../../content-type/match-patterns.service.ts';
import { CONTENT_DEFAULTS, type ContentItemEntityRow, type JsonObject } from '../content.entity.ts';
import { CreateContentInput, UpdateContentInput } from '../content.inputs.ts';
import { datesOfNew } from './dates.ts';
import type { StoredItem } from './item-statements.ts';
import { type CustomFieldsOptions, checkCustomFields } from '../fields/custom-fields.ts';
import { type ItemFiles, checkFiles, itemFiles } from '../fields/custom-fields.files.ts';
import { canonicalLanguage } from '../language-codes.ts';
import { checkReferences } from '../fields/custom-fields.references.ts';

const MAX_TYPE_SHOWN_LENGTH = 200;
const REPLACED = ['videoMetadata', 'documentMetadata', 'courseMetadata'] as const;

/** The properties of a new item but those that its title decides. They are only valid if the checks have passed. */
export async function valuesOfNew(rows: SiteRows, id: string, input: CreateContentInput, type: ItemType | null) {
  const checks = checkInput(CreateContentInput, input);
  if (input.type && !type) checks.add([unknownType(input.type)]);
  const { externalId, type: typeSlug, title, slug: _slug, customFields: given, ...others } = input;
  const { publishedAt: _publishedAt, createdAt: _createdAt, updatedAt: _updatedAt, ...rest } = others;
  const values = withDefaults(defaultsFor(type), rest, { replace: REPLACED });
  checkRequiredSubscriptions(checks, values.accessLevel, values.requiredSubscriptions);
  const published = values.status === 'published';
  const checked = await checkedCustomFields(rows, type, given ?? {}, checks, { published, fillDefaults: true });
  return {
    checks,
    files: checked.files,
    values: {
      ...values,
      ...datesOfNew(input, { isPublished: published }),
      id,
      siteId: rows.siteId,
      externalId,
      type: typeSlug,
      language: canonicalLanguage(values.language),
      contentTypeId: type?.id ?? null,
      title,
      customFields: checked.values,
      revision: 1,
    },
  };
}

/**
 * The properties that an update changes, and the files in the custom fields if it gives any. They are only valid if the checks
 * have passed.
 */
export async function valuesOfChange(
  rows: SiteRows,
  item: StoredItem,
  input: UpdateContentInput,
  type: ItemType | null,
): Promise<{ checks: Checks; values: Partial<ContentItemEntityRow>; files?: ItemFiles }> {
  const checks = checkInput(UpdateContentInput, input);
  const { slug: _slug, customFields: given, ...rest } = input;
  const current: Changeable = { ...item, content: item.body, siteId: rows.siteId, titleFolded: '' };
  const values: Partial<ContentItemEntityRow> = patch(current, rest, defaultsFor(type), { replace: REPLACED });
  if (values.language !== undefined) values.language = canonicalLanguage(values.language);
  const status = values.status ?? item.status;
  const required = values.requiredSubscriptions ?? item.requiredSubscriptions;
  checkRequiredSubscriptions(checks, values.accessLevel ?? item.accessLevel, required);
  const published = status === 'published';
  let files: ItemFiles | undefined;
  if (given !== undefined || (published && item.status !== 'published')) {
    // Omitted fields keep their value and null removes it, as for all other properties.
    const merged = given === null ? {} : { ...item.customFields, ...given };
    const options = { published, kept: item.customFields };
    const checked = await checkedCustomFields(rows, type, merged, checks, options);
    values.customFields = checked.values;
    files = checked.files;
  }
  if (published && item.publishedAt === null) values.publishedAt = new Date();
  return { checks, values, ...(files && { files }) };
}

type Changeable = Omit<ContentItemEntityRow, 'publishedAt' | 'createdAt' | 'updatedAt' | 'writtenBy'>;

/** Those values that differ from the item's, with what follows from them. */
export function differing(
  item: StoredItem,
  values: Partial<ContentItemEntityRow>,
  writtenBy: string,
): Partial<ContentItemEntityRow> {
  const current: Readonly<Record<string, unknown>> = { ...item, content: item.body };
  const changed: Partial<ContentItemEntityRow> = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, current[name])),
  );
  if (changed.title !== undefined) changed.titleFolded = fold(changed.title);
  if (Object.keys(changed).length === 0) return changed;
  return { ...changed, updatedAt: new Date(), writtenBy };
}

function defaultsFor(type: ItemType | null): typeof CONTENT_DEFAULTS & { accessLevel: AccessLevel } {
  return { ...CONTENT_DEFAULTS, accessLevel: type?.accessLevel ?? 'public' };
}

/**
 * The custom fields to store, and the uploaded files in them.
 * @param options with `kept`, the current fields of the item: ids in them were checked before
 */
async function checkedCustomFields(
  rows: SiteRows,
  type: ItemType | null,
  values: JsonObject,
  checks: Checks,
  { kept, ...options }: CustomFieldsOptions & { kept?: JsonObject },
): Promise<{ values: JsonObject; files: ItemFiles }> {
  const checked = await checkWithPatterns(rows.siteId, (budget) =>
    checkCustomFields(type?.fields ?? [], values, { ...options, budget }),
  );
  checks.add(checked.violations);
  checks.add(await checkReferences(rows, checked.references, kept));
  checks.add(await checkFiles(rows, checked.files, kept));
  return { values: checked.values, files: itemFiles(checked.files, kept) };
}

function unknownType(type: string): Violation {
  return { field: 'type', message: `Unknown content type: ${type.slice(0, MAX_TYPE_SHOWN_LENGTH)}` };
}
