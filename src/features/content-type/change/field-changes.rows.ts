import type { ScopeTransaction, SiteRows } from '../../../database/database.ts';
import { conflict } from '../../../shared/errors.ts';
import { NO_ID } from '../../../shared/ids.ts';
import { currentChanges, currentFields } from '../../content/current-fields.rows.ts';
import type { ContentTypeEntityRow } from '../content-type.entity.ts';
import type { IdentifiedField } from '../field-identity.ts';
import { convertValue, fitsField } from '../convert-value.ts';

const ADD = `insert into content_field_change (content_type_id, site_id, version, names, converted, written_by)
  values ($1, $2, greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint,
    (select max(version) + 1 from content_field_change where content_type_id = $1)), $3::jsonb, $4::text[], $5)`;
/** Renames indexes in two steps, so that no name is used twice in between. */
const MARK_INDEXES = `update content_field_index set name = ' ' || ($3::jsonb ->> name)
  where site_id = $1 and content_type_id = $2 and $3::jsonb ->> name is not null`;
const RENAME_MARKED =
  "update content_field_index set name = ltrim(name) where site_id = $1 and content_type_id = $2 and name like ' %'";
const RENAME_COLUMNS = `update saved_view set columns = array(
    select coalesce($3::jsonb ->> name, name) from unnest(columns) with ordinality as u (name, place) order by place)
  where site_id = $1 and content_type = $2
    and columns && array(select jsonb_object_keys($3::jsonb))`;

/**
 * Notes what a job then changes in the items of a type: names of fields, and values that are converted. Items are read under the new
 * names from now on. Called while the type is locked.
 */
export async function addFieldChange(
  tx: ScopeTransaction,
  { id, slug }: Pick<ContentTypeEntityRow, 'id' | 'slug'>,
  { names, converted, actor }: { names: Readonly<Record<string, string>>; converted: readonly string[]; actor: string },
): Promise<void> {
  const json = JSON.stringify(names);
  await tx.rows(ADD, [id, tx.siteId, json, converted, actor]);
  if (Object.keys(names).length === 0) return;
  await tx.rows(MARK_INDEXES, [tx.siteId, id, json]);
  await tx.rows(RENAME_MARKED, [tx.siteId, id]);
  await tx.rows(RENAME_COLUMNS, [tx.siteId, slug, json]);
}

/** @throws ServiceError 409 while items of the type do not have its fields yet */
export async function assertNoFieldChange(tx: ScopeTransaction, typeId: string): Promise<void> {
  const pending = await tx.rows('select 1 from content_field_change where site_id = $1 and content_type_id = $2', [
    tx.siteId,
    typeId,
  ]);
  if (pending.length > 0)
    throw conflict('The fields of the content type are being changed in its items: try again later');
}

const COUNT = `select f.name, count(*)::int as items
  from content_item c cross join lateral (select ${currentFields('c')} as fields) v
    cross join unnest($3::text[]) as f (name)
  where c.site_id = $1 and c.content_type_id = $2 and v.fields -> f.name <> 'null' group by f.name`;

/** The numbers of items that have values under these names. Reads all items of the type. */
export async function countValues(
  rows: SiteRows,
  typeId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const rowCounts = await rows.rows<{ name: string; items: number }>(COUNT, [rows.siteId, typeId, names]);
  return new Map(rowCounts.map(({ name, items }) => [name, items]));
}

const BATCH = 1_000;
const some = (fields: string): string =>
  `(select jsonb_object_agg(key, value) from jsonb_each(${fields}) where key = any($4::text[]))`;
/** Values of some fields, of items and of their drafts. */
const VALUES = `select c.id, ${some(currentFields('c'))} as fields,
    ${some(`coalesce(${currentChanges('d')} -> 'customFields', '{}')`)} as draft
  from content_item c left join content_draft d on d.id = c.id
  where c.site_id = $1 and c.content_type_id = $2 and c.id > $3 order by c.id limit ${BATCH}`;

type Values = Record<string, unknown> | null;

/** Counts the items that have values under the former name of a field. An item counts with its draft. */
export interface FieldValueCounts {
  /** The number of items with a value. */
  items: number;
  /** The number of these items whose value is not valid for the field without conversion. */
  unfit: number;
  /** The number of these items whose value no conversion makes valid. */
  unconvertible: number;
}

/**
 * Compares the values under some names with the fields that would have them. Reads all items of the type, in batches, as the
 * rules of values are not those of PostgreSQL.
 */
export async function examineValues(
  rows: SiteRows,
  typeId: string,
  fields: readonly { name: string; field: IdentifiedField }[],
): Promise<ReadonlyMap<string, FieldValueCounts>> {
  const counts = new Map(fields.map(({ name }) => [name, { items: 0, unfit: 0, unconvertible: 0 }]));
  const names = [...counts.keys()];
  let after: string | undefined = names.length > 0 ? NO_ID : undefined;
  while (after !== undefined) {
    const batch: { id: string; fields: Values; draft: Values }[] = await rows.rows(VALUES, [
      rows.siteId,
      typeId,
      after,
      names,
    ]);
    for (const item of batch) for (const each of fields) count(counts, each, [item.fields, item.draft]);
    after = batch.length === BATCH ? batch.at(-1)?.id : undefined;
  }
  return counts;
}

function count(
  countsByName: ReadonlyMap<string, FieldValueCounts>,
  { name, field }: { name: string; field: IdentifiedField },
  [own, drafted]: readonly [Values, Values],
): void {
  const counts = countsByName.get(name);
  const values = [own?.[name], drafted?.[name]].filter((value) => value !== undefined && value !== null);
  if (!counts || values.length === 0) return;
  counts.items += 1;
  if (values.every((value) => fitsField(value, field))) return;
  counts.unfit += 1;
  if (values.some((value) => convertValue(value, field) === undefined)) counts.unconvertible += 1;
}
