import type { ScopeTransaction } from '../../../database/database.ts';
import { badRequest } from '../../../shared/errors.ts';
import type { JobService } from '../../job/job.service.ts';
import type { FieldDefinition } from '../field-definition.ts';
import { INDEXED_KINDS } from '../field-type.ts';
import { fieldTypeRule } from '../field-types.ts';

/** Each adds a row to every item of its type. */
export const MAX_INDEXED_FIELDS = 100;
/** Lists that have begun still read the values of an index that is removed. */
const CLEAR_AFTER_SECONDS = 120;

/**
 * Adds and removes indexes of values as the fields of a type are marked `sortable` or `filterable`, or no longer. Called while the type is
 * locked: an item that is written before this is read by the job, and one after it is indexed by the trigger.
 */
export async function updateFieldIndexes(
  tx: ScopeTransaction,
  jobs: JobService,
  typeId: string,
  fields: readonly FieldDefinition[],
): Promise<void> {
  const requiredIndexes = new Map(
    fields
      .filter(
        ({ type, sortable, filterable }) => (sortable || filterable) && INDEXED_KINDS.has(fieldTypeRule(type).kind),
      )
      .map(({ name, type }): [string, string] => [name, fieldTypeRule(type).kind]),
  );
  const current = await tx.rows<{ id: string; name: string; kind: string }>(
    'select id, name, kind from content_field_index where site_id = $1 and content_type_id = $2',
    [tx.siteId, typeId],
  );
  for (const { id, name, kind } of current) {
    if (requiredIndexes.get(name) === kind) requiredIndexes.delete(name);
    else await remove(tx, jobs, id);
  }
  const newIndexes = [...requiredIndexes].map(([name, kind]) => ({ name, kind }));
  if (newIndexes.length > 0) await add(tx, jobs, typeId, newIndexes);
}

async function remove(tx: ScopeTransaction, jobs: JobService, id: string): Promise<void> {
  await tx.rows('update content_field_index set content_type_id = null where site_id = $1 and id = $2', [
    tx.siteId,
    id,
  ]);
  await jobs.enqueue(tx, { kind: 'clear-field-index', key: id, delaySeconds: CLEAR_AFTER_SECONDS });
}

async function add(
  tx: ScopeTransaction,
  jobs: JobService,
  typeId: string,
  newIndexes: readonly { name: string; kind: string }[],
): Promise<void> {
  await tx.lock('content-field-index');
  const row = await tx.row<{ count: number; hasItems: boolean }>(
    `select count(*)::int as count,
       exists (select from content_item where site_id = $1 and content_type_id = $2) as "hasItems"
     from content_field_index where site_id = $1 and content_type_id is not null`,
    [tx.siteId, typeId],
  );
  const { count = 0, hasItems = true } = row ?? {};
  if (count + newIndexes.length > MAX_INDEXED_FIELDS) {
    throw badRequest('fields', `A site has at most ${MAX_INDEXED_FIELDS} sortable and filterable fields`);
  }
  await tx.rows(
    `insert into content_field_index (site_id, content_type_id, name, kind, ready)
     select $1, $2, name, kind, $4 from jsonb_to_recordset($3::jsonb) as each (name text, kind text)`,
    [tx.siteId, typeId, JSON.stringify(newIndexes), !hasItems],
  );
  if (hasItems) await jobs.enqueue(tx, { kind: 'index-fields', key: typeId });
}
