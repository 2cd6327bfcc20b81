import { multiselect, select } from './field-rules/choices.ts';
import type { FieldTypeRule } from './field-type.ts';
import { file, media } from './field-files.ts';
import { reference, references } from './field-rules/references.ts';
import { boolean, color, date, datetime, email, json, location, number } from './field-rules/scalars.ts';
import { text, textarea, url } from './field-rules/text.ts';

/** The field types of the interface and their rules. */
const FIELD_TYPE_RULES = {
  text,
  textarea,
  number,
  boolean,
  date,
  datetime,
  select,
  multiselect,
  media,
  file,
  reference,
  references,
  url,
  email,
  json,
  color,
  location,
} as const satisfies Record<string, FieldTypeRule>;

export type FieldType = keyof typeof FIELD_TYPE_RULES;

export const FIELD_TYPES = Object.keys(FIELD_TYPE_RULES) as readonly FieldType[];

export function fieldTypeRule(type: FieldType): FieldTypeRule {
  return FIELD_TYPE_RULES[type];
}
