import type { ScopeTransaction } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import type { JobDelivery } from '../../../ports/job-queue.ts';
import { badRequest, toCallerError } from '../../../shared/errors.ts';
import { type ItemType, lockTypesById } from '../../content-type/item-type.rows.ts';
import { isIndexable } from '../source/content-source.ts';
import { ContentItemEntity, type ContentItemEntityRow } from '../content.entity.ts';
import { CHANGED_SOURCES, type StoredItem } from './item-statements.ts';
import { changedValues, prepareChange } from './write-item.ts';
import { currentFields } from '../current-fields.rows.ts';

/** The bodies are left out, because many items are read at once and a status does not depend on them. */
const lockable = table(ContentItemEntity, 'c', {
  omit: ['siteId', 'titleFolded', 'content', 'customFields', 'writtenBy'],
  add: { customFields: currentFields('c') },
});
const { c } = lockable;
// In the order of ids, so that two transactions do not wait for each other.
const LOCK = lockable.select(`where ${c.siteId} = $1 and ${c.id} = any($2::uuid[]) order by ${c.id} for update`);

/** Locks items until the end of the transaction, and returns them by their ids. */
export async function lockItems(tx: ScopeTransaction, ids: readonly string[]): Promise<Map<string, StoredItem>> {
  const rows = await tx.rows(LOCK, [tx.siteId, ids]);
  return new Map(rows.map((row) => [row.id, { ...row, body: null }]));
}

/** The columns that `toParameters` gives, of the items that belong to the knowledge base, or of the others. */
const write = (change: 'put' | 'remove') => `with item as (
    update content_item c set status = r.status, published_at = coalesce(r.published_at, c.published_at),
      updated_at = r.updated_at, written_by = r.written_by
    from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[])
      as r (id, status, published_at, updated_at, written_by)
    where ${c.siteId} = $1 and ${c.id} = r.id returning ${lockable.columns}, c.content as body
  ), ${CHANGED_SOURCES[change]}
  select "jobId", turn, "delaySeconds" from job`;
const WRITE = { put: write('put'), remove: write('remove') };

/** A new status of an item that was locked. */
export interface StatusChange {
  item: StoredItem;
  status: 'published' | 'draft';
  actor: string;
}

interface CheckedChange extends StatusChange {
  values: Partial<ContentItemEntityRow>;
  type: ItemType | null;
}

/**
 * Publishes items and takes them back, as an update of each would, in a number of statements that does not grow with them.
 * A change that is not possible leaves the others as they are.
 * @returns `failed`: the reasons by id; `unwritten`: the ids of those whose custom fields change as well, which are not written
 */
export async function changeStatuses(
  tx: ScopeTransaction,
  changes: readonly StatusChange[],
): Promise<{ failed: Map<string, string>; unwritten: Set<string>; jobs: JobDelivery[] }> {
  const types = await lockTypesById(tx, [...new Set(changes.flatMap(({ item }) => item.contentTypeId ?? []))]);
  const failures = new Map<string, string>();
  const unwritten = new Set<string>();
  const checkedChanges: CheckedChange[] = [];
  for (const change of changes) {
    const type = types.get(change.item.contentTypeId ?? '') ?? null;
    try {
      const values = await prepareValues(tx, change, type);
      if (values.customFields === undefined) checkedChanges.push({ ...change, values, type });
      else unwritten.add(change.item.id);
    } catch (error) {
      failures.set(change.item.id, toCallerError(error).message);
    }
  }
  const groups = Map.groupBy(checkedChanges, ({ item, values, type }) =>
    isIndexable({ ...item, ...values }, type) ? 'put' : 'remove',
  );
  const jobs: JobDelivery[] = [];
  for (const [source, some] of groups) {
    jobs.push(...(await tx.rows<JobDelivery>(WRITE[source], [tx.siteId, ...toParameters(some)])));
  }
  return { failed: failures, unwritten, jobs };
}

async function prepareValues(
  tx: ScopeTransaction,
  { item, status, actor }: StatusChange,
  type: ItemType | null,
): Promise<Partial<ContentItemEntityRow>> {
  if (status === 'published' && !type) throw badRequest('type', 'The content type of the item was deleted');
  const preparation = await prepareChange(tx, { stored: item, input: { status }, actor }, type);
  preparation.checks.throwIfInvalid();
  return changedValues(preparation);
}

function toParameters(checkedChanges: readonly CheckedChange[]): unknown[][] {
  const times = (name: 'publishedAt' | 'updatedAt') =>
    checkedChanges.map(({ values }) => (values[name] ? new Date(values[name]).toISOString() : null));
  return [
    checkedChanges.map(({ item }) => item.id),
    checkedChanges.map(({ status }) => status),
    times('publishedAt'),
    times('updatedAt'),
    checkedChanges.map(({ actor }) => actor),
  ];
}
