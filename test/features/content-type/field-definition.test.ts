import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortFields } from '../../../src/features/content-type/field-definition.ts';
import { FIELD_TYPES } from '../../../src/features/content-type/field-types.ts';
import { VALIDATION_OPTIONS } from '../../../src/features/content-type/change/field-validation.ts';
import { checkFieldDefinitions } from './check-fields.ts';

const GOOD_OPTIONS = {
  required: true,
  min: 1,
  max: 5,
  pattern: '^a+$',
  options: ['a', 'b'],
  allowedTypes: ['image/*', 'application/pdf'],
  maxSize: 1000,
  referenceTo: 'article',
};

/** The table of the interface, besides `required`. */
const OPTIONS_BY_TYPE: Record<string, string[]> = {
  text: ['min', 'max', 'pattern'],
  textarea: ['min', 'max'],
  number: ['min', 'max'],
  boolean: [],
  date: [],
  datetime: [],
  select: ['options'],
  multiselect: ['options'],
  media: ['allowedTypes', 'maxSize'],
  file: ['allowedTypes', 'maxSize'],
  reference: ['referenceTo'],
  references: ['referenceTo'],
  url: ['pattern'],
  email: [],
  json: [],
  color: [],
  location: [],
};

function messagesOf(...fields: object[]): string[] {
  return checkFieldDefinitions(fields).violations.map(({ message }) => message);
}

function ofType(type: string, validation: object = {}, more: object = {}) {
  const needed = type.endsWith('select') ? { options: ['a', 'b'] } : {};
  return { name: 'price', type, validation: { ...needed, ...validation }, ...more };
}

test('a field of name and type alone gets its label and every default', () => {
  expect(checkFieldDefinitions([{ name: 'unitPrice', type: 'number' }])).toEqual({
    fields: [
      {
        name: 'unitPrice',
        label: 'Unit price',
        type: 'number',
        validation: {},
        showInList: false,
        searchable: true,
        sortable: false,
        hidden: false,
        aiIndexed: true,
      },
    ],
    violations: [],
  });
});

test('a field that says everything is kept as it is, without unknown keys', () => {
  const field = {
    name: 'sku',
    label: 'SKU',
    type: 'text',
    description: 'Stock keeping unit',
    placeholder: 'AB-123',
    defaultValue: 'AA-000',
    validation: { required: true, min: 6, max: 6, pattern: '^[A-Z]{2}-\\d{3}$' },
    showInList: true,
    searchable: false,
    sortable: true,
    filterable: true,
    group: 'Stock',
    order: 3,
    hidden: true,
    aiIndexed: false,
  };
  const given = { ...field, color: 'red', validation: { ...field.validation, options: null, other: 1 } };
  expect(checkFieldDefinitions([given])).toEqual({ fields: [field], violations: [] });
});

test('no fields at all are fine, whether null, absent or an empty list', () => {
  for (const none of [undefined, null, []]) expect(checkFieldDefinitions(none)).toEqual({ fields: [], violations: [] });
});

describe('a field is rejected', () => {
  test.each([
    ['with an empty name', { name: '', type: 'text' }, 'fields[0].name is required'],
    [
      'with a name that is not camelCase',
      { name: 'unit_price', type: 'text' },
      'fields[0].name must be camelCase: letters and digits, starting with a lower-case letter',
    ],
    [
      'with a name every object has',
      { name: 'constructor', type: 'text' },
      'fields[0].name must not be the reserved word "constructor"',
    ],
    [
      'with too long a name',
      { name: 'a'.repeat(65), type: 'text' },
      'fields[0].name must be at most 64 characters long',
    ],
    [
      'with a label PostgreSQL cannot store',
      ofType('text', {}, { label: 'a\0' }),
      'fields[0].label contains characters that cannot be stored',
    ],
    [
      'with a negative length',
      ofType('text', { min: -1 }),
      'fields[0].validation.min must be a whole number of at least 0',
    ],
    [
      'with half a character as its length',
      ofType('textarea', { max: 1.5 }),
      'fields[0].validation.max must be a whole number of at least 0',
    ],
    [
      'with a minimum above the maximum',
      ofType('number', { min: 2, max: 1 }),
      'fields[0].validation.min must not be greater than max',
    ],
    [
      'with a pattern that is none',
      ofType('text', { pattern: '(' }),
      'fields[0].validation.pattern is not a regular expression: unterminated group',
    ],
    [
      'with a pattern no engine runs in linear time',
      ofType('url', { pattern: '(?=a)' }),
      'fields[0].validation.pattern uses a look-ahead, which is not supported',
    ],
    ['with a choice and no options', { name: 'a', type: 'select' }, 'fields[0].validation.options is required'],
    [
      'with an empty list of options',
      ofType('multiselect', { options: [] }),
      'fields[0].validation.options must have at least one item',
    ],
    [
      'with an empty option',
      ofType('select', { options: ['a', ' '] }),
      'fields[0].validation.options[1] must not be empty',
    ],
    [
      'with an option given twice',
      ofType('select', { options: ['a', 'b', 'a'] }),
      'fields[0].validation.options[2] must not repeat an earlier item',
    ],
    [
      'with a malformed MIME type',
      ofType('file', { allowedTypes: ['image/*', 'pdf'] }),
      'fields[0].validation.allowedTypes[1] must be a MIME type such as image/png or image/*',
    ],
    [
      'with a size of nothing',
      ofType('media', { maxSize: 0 }),
      'fields[0].validation.maxSize must be a whole number of bytes above 0',
    ],
    [
      'with a reference to what is no slug',
      ofType('reference', { referenceTo: 'My Type' }),
      'fields[0].validation.referenceTo must be the slug of a content type',
    ],
    [
      'with a default of another type',
      ofType('number', {}, { defaultValue: 'x' }),
      'fields[0].defaultValue must be a number',
    ],
    [
      'with a default out of its own bounds',
      ofType('number', { max: 5 }, { defaultValue: 6 }),
      'fields[0].defaultValue must be at most 5',
    ],
    [
      'with a default that is no option',
      ofType('multiselect', {}, { defaultValue: ['a', 'c'] }),
      'fields[0].defaultValue[1] must be "a" or "b"',
    ],
    [
      'with a default too large to store',
      ofType('json', {}, { defaultValue: 'x'.repeat(300_000) }),
      'fields[0].defaultValue must be at most 256 kB of JSON',
    ],
  ])('%s', (_, field, message) => {
    expect(messagesOf(field)).toEqual([message]);
  });

  test('with the name of an earlier field', () => {
    expect(messagesOf(ofType('text'), { name: 'b', type: 'text' }, ofType('number'))).toEqual([
      'fields[2].name must be unique, but fields[0] is named "price" too',
    ]);
  });
});

test('all that is wrong is reported at once, each with its path', () => {
  const { violations } = checkFieldDefinitions([
    { name: '', type: 'text', validation: { min: -1, maxSize: 5 } },
    { name: 'B', type: 'select' },
  ]);
  expect(violations.map(({ field }) => field)).toEqual([
    'fields[0].name',
    'fields[0].validation.min',
    'fields[0].validation.maxSize',
    'fields[1].name',
    'fields[1].validation.options',
  ]);
});

test('more than 200 fields are rejected', () => {
  const many = Array.from({ length: 201 }, (_, index) => ({ name: `f${index}`, type: 'text' }));
  expect(checkFieldDefinitions(many.slice(1)).violations).toEqual([]);
  expect(messagesOf(...many)).toEqual(['fields must have at most 200 items']);
});

describe('validation options fit as the table of field types has it', () => {
  test('for every type of the interface', () => {
    expect(FIELD_TYPES).toEqual(Object.keys(OPTIONS_BY_TYPE));
  });

  test.each(Object.entries(OPTIONS_BY_TYPE))('%s', (type, fitting) => {
    for (const option of VALIDATION_OPTIONS) {
      const fits = option === 'required' || fitting.includes(option);
      const wrong = `fields[0].validation.${option} does not apply to a field of type "${type}"`;
      expect(messagesOf(ofType(type, { [option]: GOOD_OPTIONS[option] }))).toEqual(fits ? [] : [wrong]);
    }
  });
});

test('fields are read by order, and where it is absent by their place', () => {
  const { fields } = checkFieldDefinitions([
    { name: 'c', type: 'text', order: 9 },
    { name: 'b', type: 'text' },
    { name: 'a', type: 'text', order: 0 },
  ]);
  expect(sortFields(fields).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('no value that GraphQL accepts makes the check throw, and fields without an error pass again unchanged', () => {
  const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value);
  const options = {
    required: fc.boolean(),
    min: fc.double({ noNaN: true, noDefaultInfinity: true }),
    max: fc.double({ noNaN: true, noDefaultInfinity: true }),
    pattern: fc.string(),
    options: fc.array(fc.string()),
    allowedTypes: fc.array(fc.string()),
    maxSize: fc.double({ noNaN: true, noDefaultInfinity: true }),
    referenceTo: fc.string(),
  };
  const field = fc.record(
    {
      name: fc.oneof(fc.constantFrom('a', 'b2', 'unitPrice'), fc.string()),
      type: fc.constantFrom(...FIELD_TYPES),
      label: orNull(fc.string()),
      defaultValue: fc.jsonValue(),
      order: orNull(fc.integer()),
      validation: orNull(
        fc.record(
          Object.fromEntries(
            VALIDATION_OPTIONS.map((option) => [
              option,
              fc.oneof(fc.constant(GOOD_OPTIONS[option]), orNull<unknown>(options[option])),
            ]),
          ),
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: ['name', 'type'] },
  );
  fc.assert(
    fc.property(orNull(fc.array(field, { maxLength: 4 })), (input) => {
      const { fields, violations } = checkFieldDefinitions(input);
      if (violations.length === 0) expect(checkFieldDefinitions(fields)).toEqual({ fields, violations: [] });
    }),
    { numRuns: 2000 },
  );
});
