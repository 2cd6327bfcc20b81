import type { Scope, SiteRows } from '../../../database/database.ts';
import type { ExpectedRevision } from '../../../database/revision.ts';
import { insertion, storedProperties } from '../../../database/stored-values.ts';
import { type TableRow, type Statement, columnExpressions, table } from '../../../database/table.ts';
import type { JobDelivery } from '../../../ports/job-queue.ts';
import type { Defaults } from '../../../shared/patch.ts';
import { CollectionEntity } from '../../collection/collection.entity.ts';
import { type ItemType, lockRevision } from '../../content-type/item-type.rows.ts';
import { putSourcesSql, removeSourcesSql } from '../../knowledge/source.service.ts';
import { ContentItemEntity, type ContentItemEntityRow } from '../content.entity.ts';
import { isIndexable } from '../source/content-source.ts';
import { affectsSearchTerms, searchTerms, writeTermsSql } from '../source/search-terms.ts';
import type { ContentRow } from '../content.rows.ts';
import { RENAME_ITEM_FIELDS, currentFields, hasFormerNamesSql } from '../current-fields.rows.ts';
import type { ItemFiles } from '../fields/custom-fields.files.ts';
import { PUT_DRAFTS, REMOVE_DRAFTS } from '../draft/draft-source.rows.ts';
import { trashItemsSql } from '../trash/trash.rows.ts';

const stored = table(ContentItemEntity, 'c', {
  omit: ['siteId', 'titleFolded', 'content', 'customFields', 'writtenBy'],
  add: {
    customFields: currentFields('c'),
    body: columnExpressions(ContentItemEntity, 'c').content,
  },
});
const { c } = stored;
const collections = table(CollectionEntity, 'l');

/** An item to be inserted. A property without a value is null. */
export type NewItem = Defaults<ContentItemEntityRow>;

/** An item as it is stored, with its body. */
export type StoredItem = TableRow<typeof stored>;

/** An item as it was written. */
export interface WrittenItem {
  row: ContentRow;
  body: string | null;
  /** The jobs that update the index: for the item, and for its draft if it has one. */
  jobs: JobDelivery[];
}

/**
 * The mode says how a write relies on what was read before it. An optimistic one writes nothing if that has changed
 * since, or if a value is taken. A locked one runs in a transaction that has locked what it read, and fails if a value
 * is taken.
 */
export type WriteMode = 'optimistic' | 'locked';

/** Runs statements of one site. */
export type SiteWriter = Pick<SiteRows, 'siteId' | 'rows'>;

/** Runs each statement as a transaction of its own. */
export function autocommit(scope: Scope, method: 'add' | 'change'): SiteWriter {
  return { siteId: scope.siteId, rows: (sql, values = []) => scope[method](sql, values) };
}

const SITE = '$1';
const TEXT_BYTES = `coalesce(octet_length(body), 0) + octet_length("customFields"::text)`;
const FACTS = `id, ${SITE}::uuid, 'content', title, title, type, "accessLevel", "requiredSubscriptions", status = 'published', ${TEXT_BYTES}`;
/** The sources and jobs that follow the common table expression `item` of a statement that adds or deletes items. */
const SOURCES = {
  put: putSourcesSql(FACTS, 'item'),
  // The database removes those of drafts with the drafts.
  remove: removeSourcesSql('item'),
  none: `job as (select null::uuid as "jobId", null as turn, 0 as "delaySeconds" where false)`,
};

/** The sources and jobs that follow a statement that changes items, which may have drafts. */
export const CHANGED_SOURCES = {
  put: `${putSourcesSql(FACTS, 'item', 'item_job')}, ${PUT_DRAFTS},
    job as (select * from item_job union all select * from draft_job)`,
  remove: `${REMOVE_DRAFTS}, ${SOURCES.remove}`,
};

const ITEM = `item.*, ${collections.c.order} as "collectionOrder"`;
const WITH_COLLECTION = `left join ${collections.name} on ${collections.c.id} = item."collectionId"`;

type Result = StoredItem & Pick<ContentRow, 'collectionOrder'> & { [K in keyof JobDelivery]: JobDelivery[K] | null };

/**
 * A row for each job, and one without any.
 * @param parts common table expressions, one of which, `item`, writes the item and returns it
 */
function statement(parts: string, sources: string): Statement<Result> {
  return `with ${parts}, ${sources}
    select ${ITEM}, job."jobId", job.turn, job."delaySeconds" from item ${WITH_COLLECTION} left join job on true` as Statement<Result>;
}

/** The condition that an id is null or that of a collection of the site. */
function collectionExistsSql(id: string): string {
  return `(${id}::uuid is null or exists (select from ${collections.name}
    where ${collections.c.siteId} = ${SITE} and ${collections.c.id} = ${id}))`;
}

const properties = storedProperties(ContentItemEntity);
const into = insertion<ContentItemEntityRow, NewItem>(ContentItemEntity, 'c');

/** Records the files that an item uses. The foreign key fails if an added one was deleted meanwhile; others may be. */
function useFilesSql(all: string, addedIds: string): string {
  return `used as (insert into asset_use (site_id, asset_id, item_id)
    select ${SITE}, file.id, item.id from item cross join (
      select unnest(${addedIds}::uuid[]) as id
      union select a.id from asset a where a.site_id = ${SITE} and a.id = any(${all}::uuid[])) file
    on conflict do nothing)`;
}

function releaseFilesSql(ids: string): string {
  return `unused as (delete from asset_use u using item
    where u.item_id = item.id and not u.by_url and u.asset_id <> all(${ids}::uuid[]))`;
}

function insert(mode: WriteMode, change: 'put' | 'none', hasFiles: boolean): Statement<Result> {
  let { count } = into;
  const next = (): string => `$${(count += 1)}`;
  const text = `text as (${writeTermsSql(SITE, next(), 'item')})`;
  const isOptimistic = mode === 'optimistic';
  const locks = isOptimistic ? [`item_type as (${lockRevision(SITE, into.placeholder('contentTypeId'), next())})`] : [];
  const condition = isOptimistic
    ? ` from item_type where ${collectionExistsSql(into.placeholder('collectionId'))} on conflict do nothing`
    : '';
  const item = `item as (${into.sql}${condition} returning ${stored.columns})`;
  const files = hasFiles ? next() : null;
  const parts = [...locks, item, text, ...(files ? [useFilesSql(files, files)] : [])];
  return statement(parts.join(', '), SOURCES[change]);
}

const buildInserts = (mode: WriteMode, change: 'put' | 'none') =>
  [insert(mode, change, false), insert(mode, change, true)] as const;
/** Each without and with files. */
const INSERT = {
  optimistic: { put: buildInserts('optimistic', 'put'), none: buildInserts('optimistic', 'none') },
  locked: { put: buildInserts('locked', 'put'), none: buildInserts('locked', 'none') },
};

/** Writes a new item, its words, its source and its job. Null if an optimistic write was not possible. */
export async function insertItem(
  rows: SiteWriter,
  item: NewItem,
  type: ItemType | null,
  { mode, files }: { mode: WriteMode; files: ItemFiles },
): Promise<WrittenItem | null> {
  const values = [...into.values(item), searchTerms(item, type)];
  if (mode === 'optimistic') values.push(type?.revision);
  const hasFiles = files.all.length > 0;
  if (hasFiles) values.push(files.all);
  const change = isIndexable(item, type) ? 'put' : 'none';
  return toWritten(await rows.rows(INSERT[mode][change][hasFiles ? 1 : 0], values));
}

/**
 * Writes changes of an item, of its words, its source and its job. Null if an optimistic write was not possible.
 * @param options with `files`, the files in its custom fields; undefined: those it has used so far
 */
export async function updateItem(
  rows: SiteWriter,
  item: StoredItem,
  changes: Partial<ContentItemEntityRow>,
  type: ItemType | null,
  { mode, files }: { mode: WriteMode; files?: ItemFiles | undefined },
): Promise<WrittenItem | null> {
  const changedProperties = properties.filter(({ property }) => Object.hasOwn(changes, property));
  const values = [
    rows.siteId,
    item.id,
    ...changedProperties.map(({ property, toParameter }) => toParameter(changes[property])),
  ];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [`${c.siteId} = ${SITE} and ${c.id} = $2`];
  const parts: string[] = [];
  if (mode === 'optimistic') {
    conditions.push(`${c.revision} = ${add(item.revision)}`);
    if (type) parts.push(`item_type as (${lockRevision(SITE, add(type.id), add(type.revision))})`);
    if (type) conditions.push('exists (select from item_type)');
    if (changes.collectionId) conditions.push(collectionExistsSql(add(changes.collectionId)));
    // Its values are given the names of its type first.
    if (changes.customFields) conditions.push(`not ${hasFormerNamesSql('c')}`);
  }
  const where = conditions.join(' and ');
  const set = changedProperties.map(({ column }, index) => `${column} = $${index + 3}`).join(', ');
  const written =
    set === ''
      ? stored.select(`where ${where} for update`)
      : `update ${stored.name} set ${set} where ${where} returning ${stored.columns}`;
  parts.push(`item as (${written})`);
  if (files) {
    const all = add(files.all);
    parts.push(useFilesSql(all, add(files.added)), releaseFilesSql(all));
  }
  if (affectsSearchTerms(changes)) {
    const terms = searchTerms({ ...item, content: item.body, ...changes }, type);
    parts.push(`text as (${writeTermsSql(SITE, add(terms), 'item')})`);
  }
  const sources = CHANGED_SOURCES[isIndexable({ ...item, ...changes }, type) ? 'put' : 'remove'];
  return toWritten(await rows.rows(statement(parts.join(', '), sources), values));
}

const DELETE = `with item as (delete from content_item c where ${c.siteId} = ${SITE} and ${c.id} = $2
      and ($3::int is null or ${c.revision} = $3) returning c.id, to_jsonb(c) as item),
    ${trashItemsSql({ site: SITE, actor: '$4', permanently: '$5' })}, ${SOURCES.remove}
  select item.id, job."jobId", job.turn, job."delaySeconds" from item left join job on true`;

/** A deletion says who deletes an item, and whether it is removed for good at once. */
export interface Deletion {
  actor: string;
  permanently: boolean;
}

/** Deletes an item and its source; it goes to the trash. Null if there is no such item of the expected revision. */
export async function deleteItem(
  rows: SiteWriter,
  id: string,
  expected: ExpectedRevision,
  { actor, permanently }: Deletion,
): Promise<Pick<WrittenItem, 'jobs'> | null> {
  const deleted = await rows.rows<Pick<Result, keyof JobDelivery>>(DELETE, [
    rows.siteId,
    id,
    expected ?? null,
    actor,
    permanently,
  ]);
  return deleted.length > 0 ? { jobs: deleted.flatMap(toJobs) } : null;
}

const FIND_BY_ID = stored.select(`where ${c.siteId} = ${SITE} and ${c.id} = $2`);
const lockedItems = table(ContentItemEntity, 'c', {
  omit: ['siteId', 'titleFolded', 'content', 'customFields', 'writtenBy'],
  add: { customFields: currentFields('c'), body: c.content, isOutdated: hasFormerNamesSql('c') },
});
const FIND_BY_ID_LOCKED = lockedItems.select(`where ${c.siteId} = ${SITE} and ${c.id} = $2 for update`);

/**
 * @param isLocked until the end of the transaction: two changes at once follow each other, and neither undoes the other's. An
 * item with former names of fields is given those of its type: what is written next has these.
 */
export async function readItem(
  rows: SiteRows,
  id: string,
  { isLocked }: { isLocked: boolean },
): Promise<StoredItem | null> {
  if (!isLocked) return rows.row(FIND_BY_ID, [rows.siteId, id]);
  const row = await rows.row(FIND_BY_ID_LOCKED, [rows.siteId, id]);
  if (!row) return null;
  const { isOutdated: hasFormerNames, ...item } = row;
  if (!hasFormerNames) return item;
  await rows.rows(RENAME_ITEM_FIELDS, [rows.siteId, id]);
  return rows.row(FIND_BY_ID, [rows.siteId, id]);
}

function toWritten(results: readonly Result[]): WrittenItem | null {
  const [result] = results;
  if (!result) return null;
  const { body, jobId: _id, turn: _turn, delaySeconds: _delay, ...row } = result;
  return { row, body, jobs: results.flatMap(toJobs) };
}

function toJobs({ jobId, turn, delaySeconds }: Pick<Result, keyof JobDelivery>): JobDelivery[] {
  return jobId === null || turn === null ? [] : [{ jobId, turn, delaySeconds: delaySeconds ?? 0 }];
}
