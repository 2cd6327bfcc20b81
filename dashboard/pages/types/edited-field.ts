import type { FieldDefinitionInput, FieldType } from '../../.generated/graphql.ts';

export type EditedField = FieldDefinitionInput;

export interface TypeName {
  slug: string;
  name: string;
}

export const FIELD_TYPES: readonly FieldType[] = [
  'text',
  'textarea',
  'number',
  'boolean',
  'date',
  'datetime',
  'select',
  'multiselect',
  'media',
  'file',
  'reference',
  'references',
  'url',
  'email',
  'json',
  'color',
  'location',
];

type Option = 'min' | 'max' | 'pattern' | 'options' | 'allowedTypes' | 'maxSize' | 'referenceTo';

/** The validation options of a type; what another type had is dropped when a field changes its type. */
const OPTIONS: Partial<Record<FieldType, readonly Option[]>> = {
  text: ['min', 'max', 'pattern'],
  textarea: ['min', 'max'],
  number: ['min', 'max'],
  select: ['options'],
  multiselect: ['options'],
  media: ['allowedTypes', 'maxSize'],
  file: ['allowedTypes', 'maxSize'],
  reference: ['referenceTo'],
  references: ['referenceTo'],
  url: ['pattern'],
};

export function optionsOf(type: FieldType): readonly Option[] {
  return OPTIONS[type] ?? [];
}

/** The fields as they are to be stored, in the order of the list. */
export function withOrder(fields: readonly EditedField[]): EditedField[] {
  return fields.map(({ validation, ...field }, position) => {
    const allowed = new Set<string>(['required', ...optionsOf(field.type)]);
    const kept = Object.entries(validation ?? {}).filter(([key, value]) => allowed.has(key) && value !== null);
    return { ...field, order: position + 1, validation: kept.length > 0 ? Object.fromEntries(kept) : null };
  });
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
