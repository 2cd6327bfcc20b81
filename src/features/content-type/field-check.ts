import { listChoices } from '../../shared/errors.ts';
import type { Violation } from '../../shared/errors.ts';
import { PatternBudget } from '../../text/safe-pattern.ts';
import { FIELD_LENGTHS, FIELD_NAME, type FieldDefinition, MAX_FIELDS } from './field-definition.ts';
import { FieldInput } from './field-input.ts';
import type { ValueViolation } from './field-types/field-type.ts';
import { FIELD_TYPES, isFieldType, ruleOf } from './field-types/field-types.ts';
import type { FieldType } from './field-types/field-types.ts';
import { storageViolation } from './field-types/stored-json.ts';
import { checkValidation } from './field-validation.ts';

/**
 * Parses the field definitions of a request with their defaults: label from the name, searchable and aiIndexed true,
 * the other flags false. Null counts as missing; unknown keys are ignored. `violations` has all errors, with paths such
 * as `fields[2].validation.min`; the fields are only valid if it is empty.
 */
export function checkFieldDefinitions(input: unknown): { fields: FieldDefinition[]; violations: Violation[] } {
  const list: unknown = input ?? [];
  if (!Array.isArray(list)) return report('must be a list of field definitions');
  if (list.length > MAX_FIELDS) return report(`must have at most ${MAX_FIELDS} items`);
  const budget = new PatternBudget();
  const checked = list.map((field, index) => checkField(field, `fields[${index}]`, budget));
  const fields = checked.map(({ field }) => field);
  return { fields, violations: [...checked.flatMap(({ violations }) => violations), ...repeatedNames(fields)] };
}

function report(wrong: string): { fields: FieldDefinition[]; violations: Violation[] } {
  return { fields: [], violations: [{ field: 'fields', message: `fields ${wrong}` }] };
}

function checkField(
  raw: unknown,
  path: string,
  budget: PatternBudget,
): { field: FieldDefinition; violations: Violation[] } {
  const input = new FieldInput(raw, path);
  const name = readName(input);
  const type = readType(input);
  const { validation, violations } = checkValidation(input.get('validation'), type, `${path}.validation`);
  // If the validation is invalid, a default value is only checked for being storable.
  const wrongDefault = (value: unknown) =>
    type && violations.length === 0 ? ruleOf(type).check(value, validation, budget) : [];
  const field = {
    name,
    label: input.text('label', FIELD_LENGTHS.label)?.trim() || humanised(name),
    type: type ?? 'text',
    ...readWords(input),
    ...readOrder(input),
    ...readDefault(input, wrongDefault),
    validation,
    ...readSwitches(input),
  };
  return { field, violations: [...input.violations, ...violations] };
}

function readName(input: FieldInput): string {
  const name = input.text('name', FIELD_NAME.maxLength) ?? '';
  if (input.get('name') === undefined || input.get('name') === '') input.report('.name', 'is required');
  else if (name !== '' && !FIELD_NAME.matches(name)) input.report('.name', FIELD_NAME.expectation);
  else if (isReserved(name)) input.report('.name', `must not be the reserved word "${name}"`);
  return name;
}

/** Properties that every JavaScript object has, so that consumers do not mistake one for a value. */
function isReserved(name: string): boolean {
  return name in Object.prototype || name === 'prototype' || name === 'toJSON';
}

function readType(input: FieldInput): FieldType | undefined {
  const type = input.get('type');
  if (isFieldType(type)) return type;
  input.report('.type', type === undefined ? 'is required' : `must be ${listChoices(FIELD_TYPES)}`);
  return undefined;
}

function readWords(input: FieldInput): Pick<FieldDefinition, (typeof WORDS)[number]> {
  const words: ReturnType<typeof readWords> = {};
  for (const key of WORDS) {
    const text = input.text(key, FIELD_LENGTHS[key]);
    if (text !== undefined) words[key] = text;
  }
  return words;
}

const WORDS = ['description', 'placeholder', 'group'] as const;

function readOrder(input: FieldInput): Pick<FieldDefinition, 'order'> {
  const order = input.number('order');
  return order === undefined ? {} : { order };
}

function readSwitches(input: FieldInput) {
  return {
    showInList: input.flag('showInList', false),
    searchable: input.flag('searchable', true),
    sortable: input.flag('sortable', false),
    ...(input.flag('filterable', false) ? { filterable: true as const } : {}),
    hidden: input.flag('hidden', false),
    aiIndexed: input.flag('aiIndexed', true),
  };
}

function readDefault(
  input: FieldInput,
  wrongWith: (value: unknown) => ValueViolation[],
): Pick<FieldDefinition, 'defaultValue'> {
  const defaultValue = input.get('defaultValue');
  if (defaultValue === undefined) return {};
  const unstorable = storageViolation(defaultValue);
  for (const { at, wrong } of unstorable ? [unstorable] : wrongWith(defaultValue))
    input.report(`.defaultValue${at}`, wrong);
  return { defaultValue };
}

/** `unitPrice` → `Unit price`. */
function humanised(name: string): string {
  const words = name.replaceAll(
    /([a-z0-9])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function repeatedNames(fields: readonly FieldDefinition[]): Violation[] {
  const firsts = new Map<string, number>();
  return fields.flatMap(({ name }, index) => {
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, index);
    if (first === undefined || name === '') return [];
    const field = `fields[${index}].name`;
    return [{ field, message: `${field} must be unique, but fields[${first}] is named "${name}" too` }];
  });
}
