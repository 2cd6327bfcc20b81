import fc from 'fast-check';
import {
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { spellings } from '../../../src/rest/enum-spelling.ts';
import type { RestOperation } from '../../../src/rest/operation.ts';

/** Texts that trip parsers, SQL, regular expressions, dates or encodings. */
const NASTY_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00 alone',
  '\\u0000',
  '%',
  '%_\\',
  "'; drop table site; --",
  '$1',
  '{}',
  '[',
  '(((',
  '__proto__',
  'constructor',
  'null',
  '../../etc/passwd',
  '1e999',
  '-0',
  '0000-00-00',
  '+275760-09-14T00:00:00Z',
  '2026-02-30T25:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ﷺ'.repeat(50),
  '😀',
  'x'.repeat(5_000),
  '\u202e\u200b\ufeff',
];

const NASTY_NUMBERS = [0, -1, 1.5, 1e308, -1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, Number.MIN_VALUE];

const text = fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary', maxLength: 20 }));
const number = fc.oneof(fc.constantFrom(...NASTY_NUMBERS), fc.double({ noNaN: true, noDefaultInfinity: true }));
const plainText = fc.oneof(
  fc.constantFrom('article', 'title', 'document', 'camelCase', '2026-11-21T09:30:00.000Z', 'https://example.org/a'),
  fc.stringMatching(/^[a-z]{1,12}$/),
);
const anything = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, fc.oneof(text, number, fc.constant(null), fc.array(text, { maxLength: 2 })), { maxKeys: 3 }),
);

export interface NastyRequest {
  path: string;
  body: unknown;
}

/** Requests to one operation, mostly of the right shape, so that the odd values get past the first check. */
export function nastyRequest(operation: RestOperation, known: readonly string[]): fc.Arbitrary<NastyRequest> {
  const of = (source: string) => operation.variables.filter((variable) => variable.source === source);
  const pathValue = mostly(
    fc.constantFrom(...known),
    text.filter((value) => value !== ''),
  );
  const path = fc.record(Object.fromEntries(of('path').map(({ name }) => [name, pathValue])));
  const query = fc.record(Object.fromEntries(of('query').map(({ name, type }) => [name, near(type)])), {
    requiredKeys: [],
  });
  return fc.record({ path, query, body: bodyOf(operation) }).map((drawn) => ({
    path: fill(operation.path, drawn.path) + queryString(drawn.query),
    body: drawn.body,
  }));
}

function bodyOf(operation: RestOperation): fc.Arbitrary<unknown> {
  const variables = operation.variables.filter(({ source }) => source === 'body');
  if (variables.length === 0) return fc.constant(undefined);
  const [only] = variables;
  const whole = only && variables.length === 1 ? unwrapped(only.type) : undefined;
  const shaped = isInputObjectType(whole)
    ? near(whole)
    : fc.record(Object.fromEntries(variables.map(({ name, type }) => [name, near(type)])), { requiredKeys: [] });
  return fc.oneof({ weight: 9, arbitrary: shaped }, { weight: 1, arbitrary: anything });
}

/** A value near what the type takes: of the right kind nine times in ten. */
function near(type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(type, depth) }, { weight: 1, arbitrary: anything });
}

function fitting(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  const inner = unwrapped(type);
  if (isListType(inner)) return fc.array(near(inner.ofType, depth + 1), { maxLength: 3 });
  if (isEnumType(inner)) return fc.constantFrom(...spellings(inner));
  if (isInputObjectType(inner)) {
    if (depth > 3) return fc.constant({});
    return someFields(Object.values(inner.getFields()), depth + 1);
  }
  return scalar(String(inner));
}

/** Few at a time, because otherwise nearly every body would be rejected for one of them. */
const MAX_OPTIONAL = 4;

function someFields(fields: readonly GraphQLInputField[], depth: number): fc.Arbitrary<unknown> {
  const [required, optional] = [
    fields.filter(isRequiredInputField),
    fields.filter((field) => !isRequiredInputField(field)),
  ];
  const arbitraries = (chosen: readonly GraphQLInputField[], of: typeof fitting) =>
    Object.fromEntries(chosen.map(({ name, type }) => [name, of(type, depth)]));
  return fc
    .subarray(optional, { maxLength: Math.min(MAX_OPTIONAL, optional.length) })
    .chain((chosen) => fc.record({ ...arbitraries(required, fitting), ...arbitraries(chosen, near) }));
}

/** Valid three times in four: a request with only odd values is rejected for the first one, so the others are not tested. */
function scalar(name: string): fc.Arbitrary<unknown> {
  if (name === 'Int' || name === 'Float') return mostly(fc.nat({ max: 50 }), number);
  if (name === 'Boolean') return fc.boolean();
  if (name.startsWith('JSON'))
    return fc.dictionary(mostly(plainText, text), mostly(plainText, anything), { maxKeys: 3 });
  return mostly(plainText, text);
}

function mostly<T, U>(ordinary: fc.Arbitrary<T>, odd: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 3, arbitrary: ordinary }, { weight: 1, arbitrary: odd });
}

function unwrapped(type: GraphQLInputType): GraphQLInputType {
  return isNonNullType(type) ? type.ofType : type;
}

function fill(path: string, values: Record<string, string>): string {
  return path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent((values[name] ?? '').toWellFormed()));
}

function queryString(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).map(([name, value]) => {
    const shown = typeof value === 'string' ? value : JSON.stringify(value ?? '');
    return `${name}=${encodeURIComponent(shown.toWellFormed())}`;
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
