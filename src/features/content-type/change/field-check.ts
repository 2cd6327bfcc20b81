import type { Checks } from '../../../shared/checks.ts';
import type { Steps } from '../../../shared/loop-scheduler.ts';
import { PatternBudget } from '../../../text/safe-pattern.ts';
import type { FieldDefinitionInput } from '../content-type.inputs.ts';
import { FIELD_ID, FIELD_LENGTHS, FIELD_NAME, type FieldDefinition, MAX_FIELDS } from '../field-definition.ts';
import { fieldTypeRule } from '../field-types.ts';
import { storageViolation } from '../stored-json.ts';
import { checkValidation, definedProperties, wrongText } from './field-validation.ts';

/**
 * The field definitions of an input with their defaults: label from the name, searchable and aiIndexed true, the other
 * flags false. Null counts as missing. Errors have paths such as `fields[2].validation.min`; the fields are only valid
 * without any. Can be interrupted: compiling a pattern may take some milliseconds.
 */
export function* readFieldDefinitions(
  checks: Checks,
  input: readonly FieldDefinitionInput[] | null | undefined,
): Steps<FieldDefinition[]> {
  const list = input ?? [];
  if (list.length > MAX_FIELDS) {
    checks.report('fields', `must have at most ${MAX_FIELDS} items`);
    return [];
  }
  const budget = new PatternBudget();
  const fields: FieldDefinition[] = [];
  for (const [index, field] of list.entries()) {
    fields.push(readField(checks, field, `fields[${index}]`, budget));
    yield;
  }
  checkRepeated(checks, fields, 'name');
  checkRepeated(checks, fields, 'id');
  return fields;
}

const WORDS = ['description', 'placeholder', 'group'] as const;

function readField(checks: Checks, input: FieldDefinitionInput, path: string, budget: PatternBudget): FieldDefinition {
  const { name, label, type, defaultValue = null } = input;
  const report = (below: string, wrong: string | undefined): void => {
    if (wrong) checks.report(path + below, wrong);
  };
  report('.name', wrongName(name));
  if (input.id != null && !FIELD_ID.matches(input.id)) report('.id', FIELD_ID.expectation);
  for (const word of ['label', ...WORDS] as const)
    report(`.${word}`, wrongText(input[word] ?? '', FIELD_LENGTHS[word]));
  const unstorable = storageViolation(defaultValue);
  if (unstorable) report(`.defaultValue${unstorable.at}`, unstorable.wrong);
  const { validation, violations } = checkValidation(input.validation ?? {}, type, `${path}.validation`);
  checks.add(violations);
  if (defaultValue !== null && !unstorable && violations.length === 0) {
    const wrongDefault = fieldTypeRule(type).check(defaultValue, validation, budget);
    wrongDefault.forEach(({ at, wrong }) => report(`.defaultValue${at}`, wrong));
  }
  return {
    name: wrongText(name, FIELD_NAME.maxLength) ? '' : name,
    label: label?.trim() || humanize(name),
    type,
    ...definedProperties(input, ['id', ...WORDS, 'order', 'defaultValue']),
    validation,
    showInList: input.showInList ?? false,
    searchable: input.searchable ?? true,
    sortable: input.sortable ?? false,
    ...(input.filterable ? { filterable: true } : {}),
    hidden: input.hidden ?? false,
    aiIndexed: input.aiIndexed ?? true,
  };
}

function wrongName(name: string): string | undefined {
  if (name === '') return 'is required';
  const wrong = wrongText(name, FIELD_NAME.maxLength);
  if (wrong) return wrong;
  if (!FIELD_NAME.matches(name)) return FIELD_NAME.expectation;
  return isReserved(name) ? `must not be the reserved word "${name}"` : undefined;
}

/** Properties that every JavaScript object has, so that consumers do not mistake one for a value. */
function isReserved(name: string): boolean {
  return name in Object.prototype || name === 'prototype' || name === 'toJSON';
}

/** `unitPrice` → `Unit price`. */
function humanize(name: string): string {
  const words = name.replaceAll(
    /([a-z0-9])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function checkRepeated(checks: Checks, fields: readonly FieldDefinition[], key: 'id' | 'name'): void {
  const firsts = new Map<string, number>();
  for (const [index, field] of fields.entries()) {
    const value = field[key];
    if (!value) continue;
    const first = firsts.get(value);
    if (first === undefined) firsts.set(value, index);
    else checks.report(`fields[${index}].${key}`, duplicateMessage(key, first, value));
  }
}

function duplicateMessage(key: 'id' | 'name', first: number, value: string): string {
  return key === 'name'
    ? `must be unique, but fields[${first}] is named "${value}" too`
    : `must be unique, but fields[${first}] has it too`;
}
