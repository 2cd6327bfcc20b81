import { isDeepStrictEqual } from 'node:util';
import type { AccessLevel } from '../../../access/access-level.ts';
import { checkRequiredSubscriptions } from '../../../access/access.ts';
import { checkInput } from '../../../api/input-bounds.ts';
import type { Scope, ScopeTransaction, SiteRows } from '../../../database/database.ts';
import { isConflict, retryOnConflict } from '../../../database/writes.ts';
import type { Checks } from '../../../shared/checks.ts';
import { isId, newId } from '../../../shared/ids.ts';
import { patch, withDefaults } from '../../../shared/patch.ts';
import { fold } from '../../../text/folding.ts';
import { slugify } from '../../../text/slug.ts';
import { collectionExists } from '../../collection/collection.service.ts';
import { type ItemType, type ItemTypeCache, lockTypeById, lockTypeBySlug } from '../../content-type/item-type.rows.ts';
import { CONTENT_DEFAULTS, type ContentItemEntityRow } from '../content.entity.ts';
import { CreateContentInput, UpdateContentInput } from '../content.inputs.ts';
import { checkItemFields } from '../fields/check-item-fields.ts';
import type { ItemFiles } from '../fields/custom-fields.files.ts';
import { canonicalLanguage } from '../language-codes.ts';
import {
  type NewItem,
  type SiteWriter,
  type StoredItem,
  type WriteMode,
  type WrittenItem,
  autocommit,
  insertItem,
  updateItem,
} from './item-statements.ts';
import { ensureTranslatable, findOriginal } from './translation-group.ts';
import { chooseSlug, ensureAvailable } from './unique-values.ts';

const MAX_TYPE_SHOWN_LENGTH = 200;
const REPLACED_PROPERTIES = ['videoMetadata', 'documentMetadata', 'courseMetadata'] as const;

interface Creation {
  stored: null;
  input: CreateContentInput;
  actor: string;
}

interface Change {
  stored: StoredItem;
  input: UpdateContentInput;
  actor: string;
}

/** The write of a caller: a new item, or changes of a stored one. */
export type ItemWrite = Creation | Change;

/** The values that the content type makes of an input. They are only valid if the checks have passed. */
type Preparation<V> = { type: ItemType | null; checks: Checks; values: V };
type PreparedNew = Creation & Preparation<NewItem> & { files: ItemFiles };
/** A prepared change. The item uses the same files as before if none are given. */
export type PreparedChange = Change & Preparation<Partial<ContentItemEntityRow>> & { files?: ItemFiles };
type PreparedItem = PreparedNew | PreparedChange;

export interface WriteRequest {
  types: ItemTypeCache;
  /** The write by what was read without a lock; null for a caller whose rights only the lock decides. */
  optimistic: ItemWrite | null;
  /** Locks the item, if it is stored, and reads it again. */
  lock(tx: ScopeTransaction): Promise<ItemWrite>;
}

/**
 * Writes an item. One statement is tried first; it writes nothing if a value is taken or if the item or its type have changed.
 * Then the same values are written under the lock, where what is pending is decided and errors are found.
 * See decision 85.
 * @throws ServiceError 400 for invalid values, 409 for values that another item has
 */
export async function writeItem(scope: Scope, { types, optimistic, lock }: WriteRequest): Promise<WrittenItem> {
  let preparation = optimistic && (await prepare(scope, optimistic, await cachedType(types, scope, optimistic)));
  const result = preparation && (await writeOptimistic(scope, preparation, types));
  if (result) return result;
  return retryOnConflict(() =>
    scope.write(async (tx) => {
      const former = preparation;
      // A further attempt follows a write by another caller, which may have changed what the preparation has read.
      preparation = null;
      return writeLocked(tx, await lock(tx), former);
    }),
  );
}

/**
 * Writes an item in a transaction that has locked it, with every check.
 * @param former an earlier preparation of the write, which is used if the item and its type have not changed since
 */
export async function writeLocked(
  tx: ScopeTransaction,
  write: ItemWrite,
  former: PreparedItem | null = null,
): Promise<WrittenItem> {
  const type = write.stored
    ? await lockTypeById(tx, write.stored.contentTypeId)
    : await lockTypeBySlug(tx, write.input.type);
  const preparation = former && isCurrent(former, write, type) ? former : await prepare(tx, write, type);
  await decidePending(tx, preparation);
  const result = await store(tx, preparation, 'locked');
  if (!result) throw new Error('A locked item was not written');
  return result;
}

function prepare(rows: SiteRows, write: ItemWrite, type: ItemType | null): Promise<PreparedItem> {
  return write.stored ? prepareChange(rows, write, type) : prepareNew(rows, write, type);
}

/** Prepares a new item. Its slug is that of its title, which another item may have. */
async function prepareNew(rows: SiteRows, write: Creation, type: ItemType | null): Promise<PreparedNew> {
  const { input, actor } = write;
  const checks = checkInput(CreateContentInput, input);
  const unknownType = `Unknown content type: ${input.type.slice(0, MAX_TYPE_SHOWN_LENGTH)}`;
  if (input.type && !type) checks.add([{ field: 'type', message: unknownType }]);
  const { type: typeSlug, externalId, title, slug, customFields, publishedAt, createdAt, updatedAt, ...others } = input;
  const values = withDefaults(itemDefaults(type), others, { replace: REPLACED_PROPERTIES });
  checkRequiredSubscriptions(checks, values.accessLevel, values.requiredSubscriptions);
  const published = values.status === 'published';
  const options = { published, fillDefaults: true };
  const fields = await checkItemFields(rows, type, customFields ?? {}, checks, options);
  const now = new Date();
  const item = {
    ...values,
    id: newId(),
    siteId: rows.siteId,
    externalId,
    type: typeSlug,
    contentTypeId: type?.id ?? null,
    title,
    titleFolded: fold(title),
    slug: slug ?? slugify(title, typeSlug),
    language: canonicalLanguage(values.language),
    customFields: fields.values,
    publishedAt: publishedAt ?? (published ? now : null),
    createdAt: createdAt ?? now,
    updatedAt: updatedAt ?? now,
    createdBy: actor,
    writtenBy: actor,
    revision: 1,
  };
  return { ...write, type, checks, values: item, files: fields.files };
}

type Changeable = Omit<ContentItemEntityRow, 'publishedAt' | 'createdAt' | 'updatedAt' | 'writtenBy'>;

/** Prepares the changes that an update names. A cleared slug is missing, because the next one is chosen under the lock. */
export async function prepareChange(rows: SiteRows, write: Change, type: ItemType | null): Promise<PreparedChange> {
  const { stored, input } = write;
  const checks = checkInput(UpdateContentInput, input);
  const { slug, customFields, ...others } = input;
  const current: Changeable = { ...stored, content: stored.body, siteId: rows.siteId, titleFolded: '' };
  const values: Partial<ContentItemEntityRow> = patch(current, others, itemDefaults(type), {
    replace: REPLACED_PROPERTIES,
  });
  if (typeof slug === 'string') values.slug = slug;
  if (values.language !== undefined) values.language = canonicalLanguage(values.language);
  const { status, accessLevel } = { ...stored, ...values };
  checkRequiredSubscriptions(checks, accessLevel, values.requiredSubscriptions ?? stored.requiredSubscriptions);
  const published = status === 'published';
  if (published && stored.publishedAt === null) values.publishedAt = new Date();
  const preparation = { ...write, type, checks, values };
  if (customFields === undefined && !(published && stored.status !== 'published')) return preparation;
  // Omitted fields keep their value and null removes it, as for all other properties.
  const merged = customFields === null ? {} : { ...stored.customFields, ...customFields };
  const options = { published, stored: stored.customFields };
  const fields = await checkItemFields(rows, type, merged, checks, options);
  values.customFields = fields.values;
  return { ...preparation, files: fields.files };
}

function itemDefaults(type: ItemType | null): typeof CONTENT_DEFAULTS & { accessLevel: AccessLevel } {
  return { ...CONTENT_DEFAULTS, accessLevel: type?.accessLevel ?? 'public' };
}

/** Returns the values of a change that differ from those of the item, and what follows from them. */
export function changedValues({ stored, values, actor }: PreparedChange): Partial<ContentItemEntityRow> {
  const current: Readonly<Record<string, unknown>> = { ...stored, content: stored.body };
  const columnChanges: Partial<ContentItemEntityRow> = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, current[name])),
  );
  if (columnChanges.title !== undefined) columnChanges.titleFolded = fold(columnChanges.title);
  if (Object.keys(columnChanges).length === 0) return columnChanges;
  return { ...columnChanges, updatedAt: new Date(), writtenBy: actor };
}

async function cachedType(types: ItemTypeCache, scope: Scope, { stored, input }: ItemWrite): Promise<ItemType | null> {
  if (!stored) return types.get(scope, input.type);
  return stored.contentTypeId === null ? null : types.get(scope, stored.type);
}

/** Writes an item in one statement. Null if the write needs the lock. */
async function writeOptimistic(
  scope: Scope,
  preparation: PreparedItem,
  types: ItemTypeCache,
): Promise<WrittenItem | null> {
  if (isPending(preparation)) return null;
  const rows = autocommit(scope, preparation.stored ? 'change' : 'add');
  const result = await store(rows, preparation, 'optimistic').catch((error: unknown) => {
    if (isConflict(error)) return null;
    throw error;
  });
  if (!result && preparation.type) types.forget(scope, preparation.type.slug);
  return result;
}

/** Returns whether only the lock decides something: an error, a chosen slug, a collection, or a language. */
function isPending({ stored, type, input, values, checks }: PreparedItem): boolean {
  if (!checks.isPassed || typeof input.translationOf === 'string') return true;
  if (input.collectionId != null && !isId(input.collectionId)) return true;
  if (!stored) return false;
  if (stored.contentTypeId !== (type?.id ?? null) || input.slug === null) return true;
  return values.language !== undefined && values.language !== stored.language;
}

/** Returns whether a preparation is of the type and of the revision of the item that are locked now. */
function isCurrent(former: PreparedItem, { stored }: ItemWrite, type: ItemType | null): boolean {
  const isSameType = former.type?.id === type?.id && former.type?.revision === type?.revision;
  return isSameType && former.stored?.revision === stored?.revision;
}

/** Decides what depends on other items of the site, and locks it until the end of the transaction. */
async function decidePending(tx: ScopeTransaction, preparation: PreparedItem): Promise<void> {
  const { stored, input, values, checks } = preparation;
  const { collectionId, translationOf: original, externalId = null, slug } = input;
  if (collectionId != null && !(await collectionExists(tx, collectionId))) {
    checks.report('collectionId', 'must be the id of a collection of this site');
  }
  const { id, type, title } = mergedItem(preparation);
  if (typeof original === 'string') values.translationOf = await findOriginal(tx, { id, type }, original, checks);
  checks.throwIfInvalid();
  const { language, translationOf = null } = mergedItem(preparation);
  await ensureTranslatable(tx, { id, language, translationOf }, stored);
  const currentSlug = stored && stored.language !== language ? stored.slug : null;
  await ensureAvailable(tx, { id, type, language, externalId, slug: slug ?? currentSlug });
  if (slug === null || (slug === undefined && !stored)) {
    values.slug = await chooseSlug(tx, { id, type, language, title });
  }
}

function mergedItem(preparation: PreparedItem) {
  return preparation.stored ? { ...preparation.stored, ...preparation.values } : preparation.values;
}

function store(rows: SiteWriter, preparation: PreparedItem, mode: WriteMode): Promise<WrittenItem | null> {
  const { stored, type, files } = preparation;
  if (!stored) return insertItem(rows, preparation.values, type, { mode, files: preparation.files });
  return updateItem(rows, stored, changedValues(preparation), type, { mode, files });
}
