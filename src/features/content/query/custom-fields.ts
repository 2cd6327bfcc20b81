import type { Viewer } from '../../../access/viewer.ts';
import type { FieldDefinition } from '../../content-type/field-definition.ts';
import { INDEXED_KINDS, type ValueKind } from '../../content-type/field-type.ts';
import { type FieldType, fieldTypeRule } from '../../content-type/field-types.ts';
import { currentFields } from '../current-fields.rows.ts';
import type { Field, FieldIndex } from './content-field.ts';

interface Rename {
  version: string;
  /** New names by former ones. */
  names: Readonly<Record<string, string>>;
}

/** A definition of a custom field, and the slug of the type that has it. */
export interface DefinedField {
  type: string;
  field: FieldDefinition;
  /** Renames that items of the type may not have yet, latest first. */
  renames: readonly Rename[];
  /** A complete index, whatever is read after it. */
  index: (FieldIndex & { kind: string }) | null;
}

/** Reads the fields of these names in all types of the site with one statement. */
export async function readDefinitions(viewer: Viewer, names: readonly string[]): Promise<Map<string, DefinedField[]>> {
  if (names.length === 0) return new Map();
  const rows = await viewer.scope.rows<DefinedField>(
    `select t.slug as type, f as field,
       array(select jsonb_build_object('version', r.version::text, 'names', r.names) from content_field_change r
         where r.content_type_id = t.id and r.names <> '{}' order by r.version desc) as renames, (
       select jsonb_build_object('id', x.id, 'kind', x.kind,
         'isExact', not exists (select from content_field_list v where v.index_id = x.id and v.is_cut))
       from content_field_index x where x.content_type_id = t.id and x.name = f ->> 'name' and x.ready) as index
     from content_type t, jsonb_array_elements(t.fields) f
     where t.site_id = $1 and f ->> 'name' = any($2::text[]) order by t.slug`,
    [viewer.site.id, [...new Set(names)]],
  );
  return Map.groupBy(rows, ({ field }) => field.name);
}

/** The field of one type, or of several that define it in the same way; null if their definitions differ. */
export function customField([first, ...others]: readonly [DefinedField, ...DefinedField[]]): Field | null {
  const { name, type, validation } = first.field;
  const { kind } = fieldTypeRule(type);
  const isReference = isReferenceType(type);
  const isSame = ({ field }: DefinedField) =>
    fieldTypeRule(field.type).kind === kind && isReferenceType(field.type) === isReference;
  if (!others.every(isSame)) return null;
  const all = [first, ...others];
  const targets = new Set(all.map(({ field }) => field.validation.referenceTo));
  return {
    name: `fields.${name}`,
    kind,
    value: (row) => valueSql(kind, isReference, storedField(row, name, all)),
    ...(kind === 'text' ? { folded: (row: string) => `lower(${textSql(storedField(row, name, all))})` } : {}),
    isCounted: false,
    custom: {
      types: all.map((defined) => defined.type),
      referenceTo: targets.size === 1 ? validation.referenceTo : undefined,
      isReference,
      sortable: all.every(({ field }) => field.sortable),
      canBeMarked: INDEXED_KINDS.has(kind) && !all.every(({ field }) => field.sortable || field.filterable),
      index: others.length === 0 && first.index?.kind === kind ? first.index : undefined,
    },
  };
}

function isReferenceType(type: FieldType): boolean {
  return type === 'reference' || type === 'references';
}

/** The place where the value of a field is stored: JSON, and the name as SQL. */
interface StoredField {
  fields: string;
  name: string;
}

function storedField(row: string, name: string, definitions: readonly DefinedField[]): StoredField {
  const [first, ...others] = definitions;
  if (others.length === 0 && first)
    return { fields: `${row}.custom_fields`, name: storedName(row, name, first.renames) };
  const isRenamed = definitions.some(({ renames }) => renames.length > 0);
  return { fields: isRenamed ? currentFields(row) : `${row}.custom_fields`, name: quoteName(name) };
}

/** The name under which an item has the field, as SQL. */
function storedName(row: string, name: string, renames: readonly Rename[]): string {
  let own = name;
  const cases = renames.map(({ version, names }) => {
    const since = `when ${row}.fields_version >= ${BigInt(version)} then ${quoteName(own)}`;
    own = Object.keys(names).find((former) => names[former] === own) ?? own;
    return since;
  });
  return cases.length === 0 ? quoteName(own) : `(case ${cases.join(' ')} else ${quoteName(own)} end)`;
}

/** A value as SQL, null where the stored JSON has another type, as after a change of the field's definition. */
function valueSql(kind: ValueKind, isReference: boolean, stored: StoredField): string {
  const json = jsonSql(stored);
  switch (kind) {
    case 'number':
      return `(case when jsonb_typeof(${json}) = 'number' then (${json})::numeric end)`;
    case 'boolean':
      return `(case when jsonb_typeof(${json}) = 'boolean' then (${json})::boolean end)`;
    case 'instant':
      return `content_instant(${textSql(stored)})`;
    case 'id':
      return `lower(${textSql(stored)})`;
    case 'date':
      return `(${textSql(stored)} collate "C")`;
    case 'list':
      return `(case when jsonb_typeof(${json}) = 'array' then ${isReference ? `lower((${json})::text)::jsonb` : json} end)`;
    case 'location':
    case 'other':
      return `nullif(${json}, 'null'::jsonb)`;
    case 'text':
      return textSql(stored);
  }
}

function textSql(stored: StoredField): string {
  return `(case when jsonb_typeof(${jsonSql(stored)}) = 'string' then ${jsonSql(stored, '->>')} end)`;
}

function jsonSql({ fields, name }: StoredField, operator: '->' | '->>' = '->'): string {
  return `${fields} ${operator} ${name}`;
}

/** Names are part of the SQL. The rules of content types allow no others; this does not rely on them. */
function quoteName(name: string): string {
  if (!/^[a-zA-Z][a-zA-Z0-9]{0,63}$/.test(name)) throw new TypeError('the name of a custom field is not allowed');
  return `'${name}'`;
}
