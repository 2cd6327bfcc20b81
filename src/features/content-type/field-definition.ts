import { textFormat } from '../../shared/bounds.ts';
import type { FieldValidation } from './field-type.ts';
import type { FieldType } from './field-types.ts';

/** Maximum number of fields of a content type. */
export const MAX_FIELDS = 200;
export const FIELD_NAME = textFormat(
  /^[a-z][a-zA-Z0-9]*$/,
  64,
  'must be camelCase: letters and digits, starting with a lower-case letter',
);
export const FIELD_ID = textFormat(/^[a-zA-Z0-9_-]+$/, 64, 'must have only letters, digits, hyphens and underscores');
/** Maximum lengths of the texts of a field. */
export const FIELD_LENGTHS = { label: 200, description: 2_000, placeholder: 500, group: 100 } as const;

/** A field of a content type as it is stored, with all defaults; `content-type.types.ts` describes its properties. */
export interface FieldDefinition {
  /** Absent in definitions from before fields had ids. */
  id?: string;
  name: string;
  label: string;
  type: FieldType;
  description?: string;
  placeholder?: string;
  defaultValue?: unknown;
  validation: FieldValidation;
  showInList: boolean;
  searchable: boolean;
  sortable: boolean;
  /** Absent for false. */
  filterable?: boolean;
  group?: string;
  order?: number;
  hidden: boolean;
  aiIndexed: boolean;
}

/** The fields sorted by `order`, or by their position in the list if they have none. */
export function sortFields(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields
    .map((field, index) => ({ field, place: field.order ?? index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ field }) => field);
}
