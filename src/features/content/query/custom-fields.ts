import type { Viewer } from '../../access/viewer.ts';
import type { FieldDefinition } from '../../content-type/field-definition.ts';
import { INDEXED_KINDS, type ValueKind } from '../../content-type/field-types/field-type.ts';
import { type FieldType, ruleOf } from '../../content-type/field-types/field-types.ts';
import { currentFields } from '../current-fields.ts';
import type { Field } from './condition.ts';
import type { FieldIndex } from './field-index.ts';

/** A definition of a custom field, and the slug of the type that has it. */
export interface DefinedField {
  type: string;
  field: FieldDefinition;
  /** Whether items of the type may have the field under a former name. */
  isRenamed: boolean;
  /** Complete, whatever is read after it. */
  index: (FieldIndex & { kind: string }) | null;
}

/** The fields of these names in all types of the site: one statement. */
export async function definedFields(viewer: Viewer, names: readonly string[]): Promise<Map<string, DefinedField[]>> {
  if (names.length === 0) return new Map();
  const rows = await viewer.scope.rows<DefinedField>(
    `select t.slug as type, f as field,
       exists (select from content_field_change r where r.content_type_id = t.id) as "isRenamed", (
       select jsonb_build_object('id', x.id, 'kind', x.kind,
         'isExact', not exists (select from content_field_list v where v.index_id = x.id and v.is_cut))
       from content_field_index x where x.content_type_id = t.id and x.name = f ->> 'name' and x.ready) as index
     from content_type t, jsonb_array_elements(t.fields) f
     where t.site_id = $1 and f ->> 'name' = any($2::text[]) order by t.slug`,
    [viewer.site.id, [...new Set(names)]],
  );
  return Map.groupBy(rows, ({ field }) => field.name);
}

/** The field of one type, or of several that define it in the same way. */
export function customField([first, ...others]: readonly [DefinedField, ...DefinedField[]]): Field | null {
  const { name, type, validation } = first.field;
  const { kind } = ruleOf(type);
  const isReference = isReferring(type);
  const isSame = ({ field }: DefinedField) =>
    ruleOf(field.type).kind === kind && isReferring(field.type) === isReference;
  if (!others.every(isSame)) return null;
  const all = [first, ...others];
  const fieldsOf = (row: string) =>
    all.some(({ isRenamed }) => isRenamed) ? currentFields(row) : `${row}.custom_fields`;
  const targets = new Set(all.map(({ field }) => field.validation.referenceTo));
  return {
    name: `fields.${name}`,
    kind,
    value: (row) => valueOf(kind, isReference, fieldsOf(row), name),
    ...(kind === 'text' ? { folded: (row: string) => `lower(${textOf(fieldsOf(row), name)})` } : {}),
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

function isReferring(type: FieldType): boolean {
  return type === 'reference' || type === 'references';
}

/** A value as SQL; null where the stored JSON has another type, as after a change of the field's definition. */
function valueOf(kind: ValueKind, isReference: boolean, fields: string, name: string): string {
  const json = jsonOf(fields, name);
  switch (kind) {
    case 'number':
      return `(case when jsonb_typeof(${json}) = 'number' then (${json})::numeric end)`;
    case 'boolean':
      return `(case when jsonb_typeof(${json}) = 'boolean' then (${json})::boolean end)`;
    case 'instant':
      return `content_instant(${textOf(fields, name)})`;
    case 'id':
      return `lower(${textOf(fields, name)})`;
    case 'date':
      return `(${textOf(fields, name)} collate "C")`;
    case 'list':
      return `(case when jsonb_typeof(${json}) = 'array' then ${isReference ? `lower((${json})::text)::jsonb` : json} end)`;
    case 'location':
    case 'other':
      return `nullif(${json}, 'null'::jsonb)`;
    case 'text':
      return textOf(fields, name);
  }
}

function textOf(fields: string, name: string): string {
  return `(case when jsonb_typeof(${jsonOf(fields, name)}) = 'string' then ${jsonOf(fields, name, '->>')} end)`;
}

/** Names are part of the SQL. The rules of content types allow no others; this does not rely on them. */
function jsonOf(fields: string, name: string, operator: '->' | '->>' = '->'): string {
  if (!/^[a-zA-Z][a-zA-Z0-9]{0,63}$/.test(name)) throw new TypeError('the name of a custom field is not allowed');
  return `${fields} ${operator} '${name}'`;
}
