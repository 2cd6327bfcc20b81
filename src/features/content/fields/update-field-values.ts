import type { Scope } from '../../../database/database.ts';
import { repeatInBatches } from '../../../database/writes.ts';
import { NO_ID } from '../../../shared/ids.ts';
import { currentFields } from '../current-fields.rows.ts';

const BATCH = 500;

const FILL = `with batch as (
    select c.id, c.content_type_id, ${currentFields('c')} as custom_fields from content_item c
    where c.site_id = $1 and c.content_type_id = $2 and c.id > $3 order by c.id limit ${BATCH} for key share
  ), stored as (
    insert into content_field_value
    select v.* from batch c, content_field_values(c.id, c.content_type_id, c.custom_fields) v
    where v.index_id = any($4::uuid[])
    on conflict do nothing
  )
  select max(id::text) as last from batch`;

/**
 * The job that follows when fields of a type have been marked. It adds the values of the items that were there before. Lists use the
 * index when all are there. Writes do not wait for it, except the deletion of an item for its batch. A repeated run skips what
 * it has added.
 */
export async function fillFieldIndexes(scope: Scope, typeId: string, signal: AbortSignal): Promise<void> {
  const pending = await scope.rows<{ id: string }>(
    'select id from content_field_index where site_id = $1 and content_type_id = $2 and not ready',
    [scope.siteId, typeId],
  );
  const ids = pending.map(({ id }) => id);
  let after: string | null = ids.length > 0 ? NO_ID : null;
  while (after !== null) {
    signal.throwIfAborted();
    const [batch]: { last: string | null }[] = await scope.change(FILL, [scope.siteId, typeId, after, ids]);
    after = batch?.last ?? null;
  }
  await scope.change('update content_field_index set ready = true where site_id = $1 and id = any($2::uuid[])', [
    scope.siteId,
    ids,
  ]);
}

/** The job that follows when a field is no longer marked or its type is deleted. It removes the values of the field. */
export async function clearFieldIndex(scope: Scope, id: string, signal: AbortSignal): Promise<void> {
  const values = [scope.siteId, id];
  const [index] = await scope.rows<{ kind: string }>(
    'select kind from content_field_index where site_id = $1 and id = $2 and content_type_id is null',
    values,
  );
  if (!index) return;
  const type = ['number', 'instant', 'boolean'].find((kind) => kind === index.kind) ?? 'text';
  await repeatInBatches(BATCH, () => {
    signal.throwIfAborted();
    return scope.change(
      `delete from content_field_value where site_id = $1 and ctid = any(array(
         select ctid from content_field_value where index_id = $2 and type = '${type}' limit ${BATCH})) returning 1 as one`,
      values,
    );
  });
  await scope.change('delete from content_field_index where site_id = $1 and id = $2', values);
}
