import type { SiteRows } from '../../../database/database.ts';
import { storedProperties } from '../../../database/stored-values.ts';
import { type TableRow, expression, table } from '../../../database/table.ts';
import type { Steps } from '../../../shared/loop-scheduler.ts';
import { ContentItemEntity, type ContentItemEntityRow, type JsonObject } from '../content.entity.ts';
import { currentFields } from '../current-fields.rows.ts';
import { ContentVersionEntity } from './content-version.entity.ts';

const FIELD = 'custom_fields.';

/** The properties of an item by their columns, which are the names in JSON. */
const PROPERTIES: ReadonlyMap<string, string> = new Map(
  storedProperties<ContentItemEntityRow>(ContentItemEntity).map(({ column, property }) => [column, property]),
);

/** Names of what a version has and the one after it has not, columns and `custom_fields.<name>`. */
const REPLACED_NAMES = `array(
  select key from jsonb_object_keys(v.before - 'custom_fields') key
  union all select '${FIELD}' || key from jsonb_object_keys(coalesce(v.before -> 'custom_fields', '{}')) key
  union all select '${FIELD}' || key from unnest(v.added) key)`;

export const versions = table(ContentVersionEntity, 'v', {
  only: ['id', 'revision', 'writtenAt', 'writtenBy'],
  add: {
    replaced: expression<string[]>(REPLACED_NAMES),
  },
});
const { c } = versions;

export const versionColumns = c;

const former = table(ContentVersionEntity, 'v', { only: ['revision', 'writtenAt', 'writtenBy'] });
const FIND_BY_REVISION = former.select(`where ${c.siteId} = $1 and ${c.itemId} = $2 and ${c.revision} = $3`);

/**
 * Selects the values that the versions from a revision on replaced: of each column and custom field the value that it
 * had at that revision. A custom field that did not exist has none.
 */
const SELECT_REPLACED_VALUES = `select distinct on (f.name) f.name, f.value::text, f.added from content_version v, lateral (
    select key as name, value, false as added from jsonb_each(v.before - 'custom_fields')
    union all select '${FIELD}' || key, value, false from jsonb_each(coalesce(v.before -> 'custom_fields', '{}'))
    union all select '${FIELD}' || key, null::jsonb, true from unnest(v.added) key) f
  where v.site_id = $1 and v.item_id = $2 and v.revision >= $3
  order by f.name, v.revision`;

const current = table(ContentItemEntity, 'c', {
  only: ['revision'],
  add: {
    values: expression<string>(`(to_jsonb(c) || jsonb_build_object('custom_fields', ${currentFields('c')}))::text`),
    writtenAt: expression<string>('c.updated_at'),
    writtenBy: expression<string | null>('c.written_by'),
  },
});

interface ReplacedValue {
  name: string;
  /** JSON. */
  value: string | null;
  /** Tells whether it is a custom field that did not exist. */
  added: boolean;
}

/** A version with all its values, by the names of a content item's fields. */
export type Version = TableRow<typeof former> & {
  values: JsonObject;
};

/**
 * Reads a version. Null if the revision is not kept, or is none that changed the content. Otherwise the steps that parse its values, which may
 * have megabytes.
 * See decision 116.
 * @param revision null: the current one
 */
export async function readVersion(
  rows: SiteRows,
  itemId: string,
  revision: number | null,
): Promise<Steps<Version> | null> {
  const now = await rows.row(current.byId, [rows.siteId, itemId]);
  if (!now) return null;
  if (revision === null || now.revision === revision) return parseVersion(now, now.values, []);
  const then = await rows.row(FIND_BY_REVISION, [rows.siteId, itemId, revision]);
  if (!then) return null;
  const replacedValues = await rows.rows<ReplacedValue>(SELECT_REPLACED_VALUES, [rows.siteId, itemId, revision]);
  return parseVersion(then, now.values, replacedValues);
}

/** @param now the values that the item has, as JSON */
function* parseVersion(
  row: TableRow<typeof former>,
  now: string,
  replacedValues: readonly ReplacedValue[],
): Steps<Version> {
  const values = JSON.parse(now) as JsonObject;
  const fields = new Map(Object.entries((values['custom_fields'] ?? {}) as JsonObject));
  for (const { name, value, added } of replacedValues) {
    yield;
    const formerValue: unknown = value === null ? null : JSON.parse(value);
    if (!name.startsWith(FIELD)) values[name] = formerValue;
    else if (added) fields.delete(name.slice(FIELD.length));
    else fields.set(name.slice(FIELD.length), formerValue);
  }
  return { ...row, values: toPropertyNames({ ...values, custom_fields: Object.fromEntries(fields) }) };
}

const NOT_SHOWN = new Set([
  'id',
  'siteId',
  'titleFolded',
  'createdAt',
  'updatedAt',
  'revision',
  'createdBy',
  'writtenBy',
]);

function toPropertyNames(columns: JsonObject): JsonObject {
  const entries = Object.entries(columns).flatMap(([column, value]): [string, unknown][] => {
    const property = PROPERTIES.get(column);
    return property === undefined || NOT_SHOWN.has(property) ? [] : [[property, value]];
  });
  const values: JsonObject = Object.fromEntries(entries);
  const { publishedAt } = values;
  return { ...values, publishedAt: typeof publishedAt === 'string' ? new Date(publishedAt).toISOString() : null };
}

/** `customFields.<name>` for `custom_fields.<name>`, `sortOrder` for `sort_order`. */
export function toPath(name: string): string {
  return name.startsWith(FIELD) ? `customFields.${name.slice(FIELD.length)}` : (PROPERTIES.get(name) ?? name);
}
