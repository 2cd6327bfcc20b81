import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '../../../src/features/content-type/field-definition.ts';
import { FIELD_TYPES } from '../../../src/features/content-type/field-types.ts';
import { checkCustomFields } from '../../../src/features/content/fields/custom-fields.ts';
import { indexableText } from '../../../src/features/content/fields/readable-text.ts';
import { checkFieldDefinitions } from '../content-type/check-fields.ts';

function define(...input: object[]): FieldDefinition[] {
  const { fields, violations } = checkFieldDefinitions(input);
  expect(violations).toEqual([]);
  return fields;
}

function field(type: string, validation: object = {}): FieldDefinition[] {
  const needed = type.endsWith('select') ? { options: ['red', 'green', 'blue'] } : {};
  return define({ name: 'f', type, validation: { ...needed, ...validation } });
}

function messages(fields: FieldDefinition[], values: unknown, published = true): string[] {
  return checkCustomFields(fields, values, { published }).violations.map(({ message }) => message);
}

describe('a value is accepted', () => {
  test.each<[string, object, unknown[]]>([
    ['text', { min: 2, max: 3, pattern: '^[a-z😀]+$' }, ['ab', 'abc', '😀😀😀']],
    ['textarea', {}, ['', 'line\nline', 'x'.repeat(100_000)]],
    ['number', { min: 0, max: 10 }, [0, 9.5, 10]],
    ['boolean', { required: true }, [true, false]],
    ['date', {}, ['2024-02-29', '1999-12-31']],
    ['datetime', {}, ['2025-01-31T09:30:00Z', '2025-01-31T09:30:00.123+02:00', '2025-01-31T09:30Z']],
    ['select', {}, ['red']],
    ['multiselect', {}, [[], ['blue', 'red']]],
    [
      'media',
      { allowedTypes: ['image/*'], maxSize: 10 },
      ['https://cdn.example/a.PNG?w=5', '/cdn/a.webp', { key: 'site/a.jpg' }],
    ],
    [
      'media',
      { allowedTypes: ['image/png'], maxSize: 10 },
      [{ url: '/a', mimeType: 'image/png', size: 10, alt: 'x' }, { url: '/unknown' }],
    ],
    [
      'file',
      { allowedTypes: ['application/pdf'] },
      ['https://x.example/a/b.pdf#p2', { url: '/a.bin', type: 'application/pdf; v=1' }],
    ],
    ['reference', {}, ['0198c0de-0000-7000-8000-000000000000']],
    ['references', {}, [[], ['a', 'b']]],
    ['url', { pattern: '^https://' }, ['https://example.com/a?b#c']],
    ['email', {}, ['a.b+c@mail.example']],
    ['json', {}, [{ a: [1, null, { b: true }] }, [], 'x', 0, false]],
    ['color', {}, ['#fff', '#A0b1C2', '#00000080']],
    [
      'location',
      {},
      [
        { lat: 52.52, lng: 13.4 },
        { lat: -90, lng: 180, address: 'Pole' },
      ],
    ],
  ])('%s %j', (type, validation, values) => {
    for (const value of values) expect([value, messages(field(type, validation), { f: value })]).toEqual([value, []]);
  });
});

describe('a value is rejected', () => {
  test.each<[string, object, unknown, string]>([
    ['text', {}, 5, ' must be a string'],
    ['text', { min: 1 }, '', ' must be at least 1 character long'],
    ['text', { max: 2 }, '😀😀😀', ' must be at most 2 characters long'],
    ['text', { pattern: '^[A-Z]+$' }, 'abc', ' must match the pattern ^[A-Z]+$'],
    ['text', { pattern: '.{1000}c' }, 'a'.repeat(10_000), ' is too long to be matched against the pattern'],
    ['textarea', { min: 3 }, 'ab', ' must be at least 3 characters long'],
    ['number', {}, '5', ' must be a number'],
    ['number', { min: 0 }, -0.5, ' must be at least 0'],
    ['number', { max: 10 }, 11, ' must be at most 10'],
    ['boolean', {}, 'true', ' must be true or false'],
    ['date', {}, '2023-02-29', ' must be a date such as 2025-01-31'],
    ['date', {}, '2025-01-31T00:00:00Z', ' must be a date such as 2025-01-31'],
    [
      'datetime',
      {},
      '2025-01-31T09:30:00',
      ' must be a date and time with its time zone, such as 2025-01-31T09:30:00Z',
    ],
    [
      'datetime',
      {},
      '2025-02-30T09:30:00Z',
      ' must be a date and time with its time zone, such as 2025-01-31T09:30:00Z',
    ],
    ['select', {}, 'pink', ' must be "red", "green" or "blue"'],
    ['select', {}, ['red'], ' must be "red", "green" or "blue"'],
    ['multiselect', {}, 'red', ' must be a list'],
    ['multiselect', {}, ['red', 'pink'], '[1] must be "red", "green" or "blue"'],
    ['multiselect', {}, ['red', 'red'], '[1] must not repeat an earlier item'],
    ['media', {}, 5, ' must be the id of a file, a URL or an object with a url'],
    ['media', {}, {}, ' must be the id of a file, a URL or an object with a url'],
    ['media', {}, 'javascript:alert(1)', ' must be a URL starting with http:// or https://, or a path starting with /'],
    [
      'media',
      {},
      { url: '//evil.example/a' },
      '.url must be a URL starting with http:// or https://, or a path starting with /',
    ],
    ['media', { allowedTypes: ['image/*', 'video/mp4'] }, '/a.pdf', ' must be a file of type "image/*" or "video/mp4"'],
    [
      'media',
      { allowedTypes: ['image/png'] },
      { url: '/a.png', mimeType: 'image/jpeg' },
      ' must be a file of type "image/png"',
    ],
    ['file', { maxSize: 10 }, { url: '/a', size: 11 }, '.size must be at most 10 bytes'],
    ['file', {}, { url: '/a', size: '11' }, '.size must be a number of bytes'],
    ['reference', {}, ['a'], ' must be the id of a content item'],
    ['reference', {}, '', ' must be the id of a content item'],
    ['references', {}, 'a', ' must be a list'],
    ['references', {}, ['a', { id: 'b' }], '[1] must be the id of a content item'],
    ['references', {}, ['a', 'b', 'a'], '[2] must not repeat an earlier item'],
    ['url', {}, 'example.com', ' must be an absolute URL starting with http:// or https://'],
    ['url', {}, 'ftp://example.com', ' must be an absolute URL starting with http:// or https://'],
    ['url', {}, 'https://', ' must be an absolute URL starting with http:// or https://'],
    ['url', { pattern: '^https:' }, 'http://a.example', ' must match the pattern ^https:'],
    ['email', {}, 'a@b', ' must be an email address'],
    ['color', {}, 'red', ' must be a color such as #fff, #ffffff or #ffffffff'],
    ['color', {}, '#ffff1', ' must be a color such as #fff, #ffffff or #ffffffff'],
    ['location', {}, [1, 2], ' must be an object with lat and lng'],
    ['location', {}, { lat: 91, lng: 0 }, '.lat must be a number from -90 to 90'],
    ['location', {}, { lat: 0 }, '.lng must be a number from -180 to 180'],
  ])('%s %j does not take %j', (type, validation, value, wrong) => {
    expect(messages(field(type, validation), { f: value })).toEqual([`customFields.f${wrong}`]);
  });

  test('without a list of options that is too long to read', () => {
    const options = Array.from({ length: 21 }, (_, index) => `o${index}`);
    expect(messages(field('select', { options }), { f: 'x' })).toEqual([
      "customFields.f must be one of the field's options",
    ]);
  });

  test('together with every other, under the path asked for', () => {
    const fields = define({ name: 'price', type: 'number', validation: { min: 0 } }, { name: 'sku', type: 'text' });
    const { violations } = checkCustomFields(
      fields,
      { sku: 1, price: -1 },
      { published: false, path: 'input.customFields' },
    );
    expect(violations).toEqual([
      { field: 'input.customFields.price', message: 'input.customFields.price must be at least 0' },
      { field: 'input.customFields.sku', message: 'input.customFields.sku must be a string' },
    ]);
  });
});

describe('a required field', () => {
  const fields = field('text', { required: true });

  test.each([[{}], [{ f: null }], [{ f: '' }], [{ f: ' \n' }], [null]])(
    'is missing in published %j, not in a draft',
    (values) => {
      expect(messages(fields, values)).toEqual(['customFields.f is required']);
      expect(messages(fields, values, false)).toEqual([]);
    },
  );

  test('is missing when its list is empty, and there when it is false or 0', () => {
    expect(messages(field('references', { required: true }), { f: [] })).toEqual(['customFields.f is required']);
    expect(messages(field('boolean', { required: true }), { f: false })).toEqual([]);
    expect(messages(field('number', { required: true }), { f: 0 })).toEqual([]);
  });
});

describe('default values', () => {
  const fields = define(
    { name: 'stock', type: 'number', defaultValue: 1, validation: { required: true } },
    { name: 'note', type: 'text' },
  );

  test.each<[object, object]>([
    [{}, { stock: 1 }],
    [{ stock: null, note: 'x' }, { note: 'x' }],
    [{ stock: 0 }, { stock: 0 }],
  ])('fill %j up to %j when asked for', (given, stored) => {
    expect(checkCustomFields(fields, given, { published: false, fillDefaults: true }).values).toEqual(stored);
  });

  test('fill nothing otherwise', () => {
    expect(checkCustomFields(fields, {}, { published: false }).values).toEqual({});
  });

  test('make up for a required field that is absent', () => {
    expect(checkCustomFields(fields, {}, { published: true, fillDefaults: true }).violations).toEqual([]);
  });
});

describe('fields the type does not define', () => {
  test('are kept as they are, null included, while a defined null is cleared', () => {
    const given = { extra: { a: [1, null] }, none: null, f: null };
    expect(checkCustomFields(field('text'), given, { published: false }).values).toEqual({
      extra: { a: [1, null] },
      none: null,
    });
  });

  test.each<[string, unknown, string]>([
    ['a list', [], 'customFields must be an object'],
    ['over 256 kB', { a: 'é'.repeat(140_000) }, 'customFields must be at most 256 kB of JSON'],
    ['21 levels deep', nested(20), 'customFields must be at most 20 levels deep'],
    ['100 000 levels deep', nested(100_000), 'customFields must be at most 20 levels deep'],
    ['with NUL in a text', { a: ['ok', 'a\0b'] }, 'customFields.a[1] contains characters that cannot be stored'],
    [
      'with half a surrogate pair',
      { a: { b: '\ud800' } },
      'customFields.a.b contains characters that cannot be stored',
    ],
    ['with a number JSON has no word for', JSON.parse('{"a": 1e999}'), 'customFields.a must be a finite number'],
    [
      'with a key that would be a prototype',
      JSON.parse('{"a": {"__proto__": 1}}'),
      'customFields.a has a key that is not allowed',
    ],
    ['with an endless key', { ['k'.repeat(201)]: 1 }, 'customFields has a key that is not allowed'],
  ])('are rejected as a whole when they are %s', (_, values, message) => {
    expect(messages([], values)).toEqual([message]);
  });

  test('may be 20 levels deep', () => {
    expect(messages([], nested(19))).toEqual([]);
  });
});

test('references name the field, its ids and the type they must have', () => {
  const fields = define(
    { name: 'author', type: 'reference', validation: { referenceTo: 'person' } },
    { name: 'related', type: 'references' },
    { name: 'none', type: 'references' },
  );
  const values = { related: ['b', 'a'], author: 'p', none: [] };
  expect(checkCustomFields(fields, values, { published: true }).references).toEqual([
    { path: 'customFields.author', field: 'author', ids: ['p'], many: false, referenceTo: 'person' },
    { path: 'customFields.related', field: 'related', ids: ['b', 'a'], many: true },
  ]);
});

test('patterns of one item share one budget of time', () => {
  const slow = Array.from({ length: 10 }, (_, index) => ({
    name: `f${index}`,
    type: 'text',
    validation: { pattern: '.{900}x' },
  }));
  const values = Object.fromEntries(slow.map(({ name }) => [name, 'a'.repeat(1500)]));
  const found = messages(define(...slow), values);
  expect(found.at(0)).toBe('customFields.f0 must match the pattern .{900}x');
  expect(found.at(-1)).toBe('customFields.f9 is too long to be matched against the pattern');
});

test('no JSON makes the check throw, and accepted values pass again unchanged', () => {
  const fields = define(
    ...FIELD_TYPES.map((type) => ({
      name: type,
      type,
      ...(type.endsWith('select') && { validation: { options: ['a', 'b'] } }),
    })),
  );
  const values = fc.dictionary(fc.oneof(fc.constantFrom(...FIELD_TYPES), fc.string()), fc.jsonValue());
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), values), fc.boolean(), (input, published) => {
      const first = checkCustomFields(fields, input, { published });
      if (first.violations.length === 0) expect(checkCustomFields(fields, first.values, { published })).toEqual(first);
      indexableText(fields, first.values);
    }),
    { numRuns: 2000 },
  );
});

describe('indexableText', () => {
  test('has what a person reads of the fields AI may use, hidden ones included, in field order', () => {
    const fields = define(
      { name: 'summary', type: 'textarea', order: 5 },
      { name: 'price', label: 'Price in €', type: 'number', order: 1 },
      { name: 'inStock', type: 'boolean', hidden: true, order: 2 },
      { name: 'colors', type: 'multiselect', validation: { options: ['red', 'blue'] }, order: 3 },
      { name: 'shop', type: 'location', order: 4 },
      { name: 'margin', type: 'number', aiIndexed: false },
    );
    const values = {
      summary: ' A lamp. ',
      price: 20,
      inStock: true,
      colors: ['red', 'blue'],
      shop: { lat: 1, lng: 2, address: 'Main St 1' },
      margin: 7,
      undefinedField: 'secret',
    };
    expect(indexableText(fields, values)).toEqual([
      { label: 'Price in €', text: '20' },
      { label: 'In stock', text: 'yes' },
      { label: 'Colors', text: 'red, blue' },
      { label: 'Shop', text: 'Main St 1' },
      { label: 'Summary', text: 'A lamp.' },
    ]);
  });

  test('leaves out what has no words, what is empty and what an older definition left behind', () => {
    const fields = define(
      ...['reference', 'references', 'media', 'file', 'color', 'json', 'text', 'number'].map((type) => ({
        name: type,
        type,
      })),
    );
    const values = {
      reference: 'a',
      references: ['b'],
      media: '/a.png',
      file: '/b',
      color: '#fff',
      json: { a: 1 },
      text: ' ',
      number: 'x',
    };
    expect(indexableText(fields, values)).toEqual([]);
    expect(indexableText(fields, null)).toEqual([]);
  });
});

/** An object in an object, so many levels below the outermost. */
function nested(levels: number): object {
  let value = {};
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}
