import { describe, expect, test } from 'vitest';
import { inputViolation } from '../../../src/features/webhook-tool/input-schema.ajv.ts';
import { checkInputSchema } from '../../../src/features/webhook-tool/input-schema.rules.ts';
import { Checks } from '../../../src/shared/checks.ts';
import { ServiceError } from '../../../src/shared/errors.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const violation = (schema: Record<string, unknown>): string | undefined => {
  const checks = new Checks();
  checkInputSchema(checks, schema);
  try {
    checks.throwIfInvalid();
    return undefined;
  } catch (error) {
    return error instanceof ServiceError ? error.message : String(error);
  }
};

const nested = (levels: number): Record<string, unknown> =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } };

describe('schemas of inputs', () => {
  test.each([
    ['no inputs', { type: 'object' }],
    [
      'every simple type',
      { type: 'object', properties: { s: { type: 'string' }, n: { type: 'number' }, b: { type: 'boolean' } } },
    ],
    ['lists and objects', { type: 'object', properties: { a: { type: 'array', items: { type: 'object' } } } }],
    ['a dialect of its own', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }],
    ['words that JSON Schema does not know', { type: 'object', 'x-order': 1, properties: { a: { example: 1 } } }],
    [
      'inputs named like words of JSON Schema',
      { type: 'object', properties: { $ref: {}, id: {}, pattern: { type: 'string' } } },
    ],
    ['data that looks like a schema', { type: 'object', properties: { a: { const: { $ref: 'x', pattern: '(' } } } }],
    ['a format', { type: 'object', properties: { a: { type: 'string', format: 'no-such-format' } } }],
    ['nine levels', nested(9)],
  ])('are taken with %s', (_what, schema) => expect(violation(schema)).toBeUndefined());

  test.each([
    ['another type', { type: 'string' }, 'inputSchema.type must be "object"'],
    ['no type', { properties: {} }, 'inputSchema.type must be "object"'],
    [
      'an unknown type',
      { type: 'object', properties: { a: { type: 'text' } } },
      'inputSchema.properties.a.type must be',
    ],
    ['a list of properties', { type: 'object', properties: [] }, 'inputSchema.properties must be'],
    ['required that is no list', { type: 'object', required: 'a' }, 'inputSchema.required must be'],
    [
      'a bound that is no number',
      { type: 'object', properties: { a: { minLength: 'x' } } },
      'inputSchema.properties.a.minLength must be',
    ],
    [
      'a reference to outside',
      { type: 'object', properties: { a: { $ref: 'http://127.0.0.1/s.json' } } },
      'inputSchema.properties.a must not use $ref',
    ],
    [
      'a reference to itself',
      { type: 'object', properties: { a: { $ref: '#' } } },
      'inputSchema.properties.a must not use $ref',
    ],
    [
      'a reference deep inside',
      { type: 'object', allOf: [{ not: { items: { $dynamicRef: '#a' } } }] },
      'inputSchema.allOf[0].not.items must not use $dynamicRef',
    ],
    ['an identity', { $id: 'http://json-schema.org/draft-07/schema', type: 'object' }, 'inputSchema must not use $id'],
    ['asynchrony', { $async: true, type: 'object' }, 'inputSchema must not use $async'],
    [
      'a pattern that can hang',
      { type: 'object', properties: { a: { pattern: '(a)\\1' } } },
      'inputSchema.properties.a.pattern uses a back-reference',
    ],
    [
      'such a pattern as a name',
      { type: 'object', patternProperties: { '(?=a)': {} } },
      'inputSchema.patternProperties uses a look-ahead',
    ],
    [
      'a broken pattern',
      { type: 'object', properties: { a: { pattern: '(' } } },
      'inputSchema.properties.a.pattern is not a regular expression',
    ],
    ['too many levels', nested(10), 'inputSchema must be nested at most'],
    [
      'too many parts',
      { type: 'object', anyOf: Array.from({ length: 201 }, () => ({})) },
      'inputSchema must have at most 200 subschemas',
    ],
    [
      'a name that is not one',
      { type: 'object', properties: Object.fromEntries([['__proto__', {}]]) },
      'inputSchema.properties must not contain __proto__',
    ],
  ])('are rejected with %s', (_what, schema, message) => expect(violation(schema)).toContain(message));
});

describe('inputs', () => {
  const schema = {
    type: 'object',
    properties: {
      city: { type: 'string', minLength: 1 },
      units: { enum: ['metric', 'imperial'] },
      days: { type: 'array', items: { type: 'integer' } },
    },
    required: ['city'],
    additionalProperties: false,
  };

  test.each([
    [{ city: 'Bern' }, undefined],
    [{ city: 'Bern', units: 'metric', days: [1, 2] }, undefined],
    [{}, "input must have required property 'city'"],
    [{ city: 1 }, 'input.city must be string'],
    [{ city: 'Bern', units: 'kelvin' }, 'input.units must be equal to one of the allowed values: "metric","imperial"'],
    [{ city: 'Bern', days: [1, 'x'] }, 'input.days[1] must be integer'],
    [{ city: 'Bern', other: 1 }, 'input must NOT have additional properties ("other")'],
    [[], 'input must be object'],
    [null, 'input must be object'],
    ['Bern', 'input must be object'],
  ])('%j: %s', (input, message) => expect(inputViolation(schema, input)).toBe(message));

  test('have only what is their own: what every object has does not count', () => {
    const required = { type: 'object', required: ['constructor'] };
    expect(inputViolation(required, {})).toBe("input must have required property 'constructor'");
  });

  test('are held to every pattern of their schema, and to that of no other', () => {
    const both = { type: 'object', properties: { code: { pattern: '^[A-Z]{2}$' }, zip: { pattern: '^\\d{4}$' } } };
    const other = { type: 'object', properties: { code: { pattern: '^[a-z]+$' } } };
    expect(inputViolation(both, { code: 'AB', zip: '1234' })).toBeUndefined();
    expect(inputViolation(both, { code: '1234', zip: '1234' })).toBe('input.code must match pattern "^[A-Z]{2}$"');
    expect(inputViolation(both, { code: 'AB', zip: 'AB' })).toBe('input.zip must match pattern "^\\d{4}$"');
    expect(inputViolation(other, { code: 'AB' })).toBe('input.code must match pattern "^[a-z]+$"');
    expect(inputViolation(other, { code: 'ab' })).toBeUndefined();
  });

  test('are held to patterns of names', () => {
    const named = { type: 'object', patternProperties: { '^n_': { type: 'number' }, '^s_': { type: 'string' } } };
    expect(inputViolation(named, { n_a: 1, s_a: 'x' })).toBeUndefined();
    expect(inputViolation(named, { n_a: 'x' })).toBe('input.n_a must be number');
  });

  test('cannot make a pattern hang: costly text is rejected within a second', () => {
    const properties = { text: { type: 'string', pattern: '^(([a-z]+)+[0-9]?)+$' } };
    const patterns = { type: 'object', properties, allOf: Array.from({ length: 100 }, () => ({ properties })) };
    const costly = () =>
      expect(inputViolation(patterns, { text: 'a'.repeat(30_000) })).toBe(
        'input contains too much text to match its patterns',
      );
    expect(cpuTime(costly)).toBeLessThan(3_000);
    // The next input has the whole budget again.
    expect(inputViolation(patterns, { text: 'abc' })).toBeUndefined();
  });
});
