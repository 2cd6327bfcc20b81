import { textFormat } from '../../shared/bounds.ts';
import type { FieldValidation } from './field-types/field-type.ts';
import type { FieldType } from './field-types/field-types.ts';

/** Maximum number of fields of a content type. */
export const MAX_FIELDS = 200;
export const FIELD_NAME = textFormat(
  /^[a-z][a-zA-Z0-9]*$/,
  64,
  'must be camelCase: letters and digits, starting with a lower-case letter',
);
/** Maximum lengths of the texts of a field. */
export const FIELD_LENGTHS = { label: 200, description: 2_000, placeholder: 500, group: 100 } as const;

/** A field of a content type, with all defaults. */
export interface FieldDefinition {
  /** camelCase, unique within its content type; the key in an item's custom fields. */
  name: string;
  label: string;
  type: FieldType;
  /** Help text. */
  description?: string;
  placeholder?: string;
  /** Value of the field in a new item that omits it; valid for the field itself. */
  defaultValue?: unknown;
  validation: FieldValidation;
  showInList: boolean;
  searchable: boolean;
  sortable: boolean;
  /** Absent for false, as in definitions from before it was known. */
  filterable?: true;
  /** Heading under which editors show the field. */
  group?: string;
  /** Position among the fields; default: its position in the list. */
  order?: number;
  hidden: boolean;
  /** False excludes the field's values from the knowledge base and from every prompt. */
  aiIndexed: boolean;
}

/** The fields sorted by `order`, or by their position in the list if they have none. */
export function inFieldOrder(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields
    .map((field, index) => ({ field, place: field.order ?? index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ field }) => field);
}
