import { textFormat } from '../../shared/bounds.ts';
import type { FieldValidation } from './field-types/field-type.ts';
import type { FieldType } from './field-types/field-types.ts';

/** Fields that a content type may have. */
export const MAX_FIELDS = 200;
export const FIELD_NAME = textFormat(
  /^[a-z][a-zA-Z0-9]*$/,
  64,
  'must be camelCase: letters and digits, starting with a lower-case letter',
);
/** Greatest lengths of the texts of a field. */
export const FIELD_LENGTHS = { label: 200, description: 2_000, placeholder: 500, group: 100 } as const;

/** One field that a content type gives to its items, with every default filled in. */
export interface FieldDefinition {
  /** camelCase, unique within its content type; the key in an item's custom fields. */
  name: string;
  label: string;
  type: FieldType;
  /** Help text. */
  description?: string;
  placeholder?: string;
  /** What the field has in a new item that leaves it out; valid for the field itself. */
  defaultValue?: unknown;
  validation: FieldValidation;
  showInList: boolean;
  searchable: boolean;
  sortable: boolean;
  /** Heading that editors show the field under. */
  group?: string;
  /** Place among the fields; without it, the place in the list. */
  order?: number;
  hidden: boolean;
  /** False keeps the field's values out of the knowledge base and of every prompt. */
  aiIndexed: boolean;
}

/** The fields as they are read: by `order`, where absent by place in the list. */
export function inFieldOrder(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields
    .map((field, index) => ({ field, place: field.order ?? index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ field }) => field);
}
