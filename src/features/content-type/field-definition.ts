import { textFormat } from '../../shared/bounds.ts';
import type { FieldDefinition as FieldDefinitionType } from './content-type.types.ts';
import type { FieldValidation, Stored } from './field-type.ts';

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

/** A field of a content type, with all defaults; `filterable` is absent for false, `id` in definitions from before there were any. */
export type FieldDefinition = Stored<Omit<FieldDefinitionType, 'id' | 'validation'>> & {
  id?: string;
  validation: FieldValidation;
};

/** The fields sorted by `order`, or by their position in the list if they have none. */
export function inFieldOrder(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields
    .map((field, index) => ({ field, place: field.order ?? index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ field }) => field);
}
