import type { Scope, ScopeTransaction } from '../../../database/database.ts';
import { NO_ID } from '../../../shared/ids.ts';
import type { FieldDefinition } from '../../content-type/field-definition.ts';
import { convertValue } from '../../content-type/convert-value.ts';
import type { JobService } from '../../job/job.service.ts';
import type { JsonObject } from '../content.entity.ts';
import { RENAME_NEXT_ITEM_FIELDS, RENAME_NEXT_TRASHED_FIELDS } from '../current-fields.rows.ts';

const BATCH = 200;

/** Changes of fields that not all items of a type have yet. */
interface PendingChanges {
  /** The version of the latest change. */
  version: string;
  converted: string[];
  writtenBy: string;
}

const SELECT_PENDING = `select max(version)::text as version, (array_agg(written_by order by version desc))[1] as "writtenBy",
    array(select distinct unnest(converted) from content_field_change where content_type_id = $2) as converted
  from content_field_change where site_id = $1 and content_type_id = $2 having count(*) > 0`;
const END = 'delete from content_field_change where site_id = $1 and content_type_id = $2 and version <= $3::bigint';

/**
 * The job that follows when fields of a type were renamed, or values are to be converted. It changes items, and those in the
 * trash, in batches. A repeated run skips what is done.
 */
export async function changeFields(
  jobs: Pick<JobService, 'enqueue'>,
  scope: Scope,
  typeId: string,
  signal: AbortSignal,
): Promise<void> {
  const pending = await scope.row<PendingChanges>(SELECT_PENDING, [scope.siteId, typeId]);
  if (!pending) return;
  await repeatInBatches(signal, (after) =>
    scope.write(async (tx) => {
      const fields = await convertedFields(tx, typeId, pending.converted);
      const items = await tx.rows<{ id: string }>(RENAME_NEXT_ITEM_FIELDS, [tx.siteId, typeId, after, BATCH]);
      const ids = items.map(({ id }) => id);
      if (fields.length > 0) await convertValues(tx, ids, { fields, writtenBy: pending.writtenBy });
      return ids;
    }),
  );
  await repeatInBatches(signal, async (after) => {
    const items = await scope.change<{ id: string }>(RENAME_NEXT_TRASHED_FIELDS, [scope.siteId, typeId, after, BATCH]);
    return items.map(({ id }) => id);
  });
  await scope.write(async (tx) => {
    await tx.rows(END, [tx.siteId, typeId, pending.version]);
    await jobs.enqueue(tx, { kind: 'sync-content-type', key: typeId });
  });
}

async function repeatInBatches(signal: AbortSignal, change: (after: string) => Promise<string[]>): Promise<void> {
  let after: string | undefined = NO_ID;
  while (after !== undefined) {
    signal.throwIfAborted();
    const ids: string[] = await change(after);
    after = ids.length === BATCH ? ids.at(-1) : undefined;
  }
}

/** Locks the type: its fields have no other names before the batch is written. */
async function convertedFields(
  tx: ScopeTransaction,
  typeId: string,
  names: readonly string[],
): Promise<FieldDefinition[]> {
  const type = await tx.row<{ fields: FieldDefinition[] }>(
    'select fields from content_type where site_id = $1 and id = $2 for share',
    [tx.siteId, typeId],
  );
  return (type?.fields ?? []).filter(({ name }) => names.includes(name));
}

const ITEMS = `select c.id, c.custom_fields as values from content_item c
  where c.site_id = $1 and c.id = any($2::uuid[])`;
const WRITE_ITEMS = `update content_item c set custom_fields = r.values, updated_at = now(), written_by = $4
  from unnest($2::uuid[], $3::jsonb[]) as r (id, values) where c.site_id = $1 and c.id = r.id`;
/** A draft that was begun from the item as it was stays one of the item as it is. */
const FOLLOW_ITEMS = `update content_draft d set item_revision = c.revision from content_item c
  where c.site_id = $1 and c.id = any($2::uuid[]) and d.id = c.id and d.item_revision = c.revision - 1`;
const DRAFTS = `select d.id, d.changes -> 'customFields' as values from content_draft d
  where d.site_id = $1 and d.id = any($2::uuid[]) and jsonb_exists(d.changes, 'customFields') for update`;
const WRITE_DRAFTS = `update content_draft d set revision = d.revision + 1,
    changes = d.changes || jsonb_build_object('customFields', r.values)
  from unnest($2::uuid[], $3::jsonb[]) as r (id, values) where d.site_id = $1 and d.id = r.id`;

interface StoredValues {
  id: string;
  values: JsonObject;
}

async function convertValues(
  tx: ScopeTransaction,
  ids: readonly string[],
  { fields, writtenBy }: { fields: readonly FieldDefinition[]; writtenBy: string },
): Promise<void> {
  const items = changedRows(await tx.rows<StoredValues>(ITEMS, [tx.siteId, ids]), fields);
  if (items.ids.length > 0) {
    await tx.rows(WRITE_ITEMS, [tx.siteId, items.ids, items.values, writtenBy]);
    await tx.rows(FOLLOW_ITEMS, [tx.siteId, items.ids]);
  }
  const drafts = changedRows(await tx.rows<StoredValues>(DRAFTS, [tx.siteId, ids]), fields);
  if (drafts.ids.length > 0) await tx.rows(WRITE_DRAFTS, [tx.siteId, drafts.ids, drafts.values]);
}

/** Returns the rows in which a value was converted. A value that no conversion fits stays as it is. */
function changedRows(rows: readonly StoredValues[], fields: readonly FieldDefinition[]) {
  const updates = rows.flatMap(({ id, values }) => {
    const convertedValues = convertFields(values, fields);
    return convertedValues === values ? [] : [{ id, values: JSON.stringify(convertedValues) }];
  });
  return { ids: updates.map(({ id }) => id), values: updates.map(({ values }) => values) };
}

/** Converts the values that do not fit their field, where a conversion exists. Returns the same object if there is none. */
export function convertFields(values: JsonObject, fields: readonly FieldDefinition[]): JsonObject {
  const entries = fields.flatMap((field) => {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (value === undefined || value === null) return [];
    const fitting = convertValue(value, field);
    return fitting === undefined || fitting === value ? [] : [[field.name, fitting] as const];
  });
  return entries.length === 0 ? values : { ...values, ...Object.fromEntries(entries) };
}
