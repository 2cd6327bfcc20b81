import {
  getNullableType,
  type GraphQLInputType,
  type GraphQLLeafType,
  GraphQLScalarType,
  isEnumType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type Violation, report } from '../../shared/errors.ts';
import { isExactNumber } from '../../shared/exact-number.ts';
import { namesBySpelling } from '../enum-spelling.ts';
import { expectation } from './expectation.ts';

/** Reads a path variable or query parameter; undefined if it is missing. Errors are added to `violations`. */
export type ReadText = (parameter: string | string[] | undefined, name: string, violations: Violation[]) => unknown;

/** `hasDefault`: a missing parameter is then not an error, even if the type has "!". */
export function compileTextInput(type: GraphQLInputType, hasDefault: boolean): ReadText {
  const nullable = getNullableType(type);
  const read = isListType(nullable)
    ? readList(getNullableType(nullable.ofType) as GraphQLLeafType)
    : readOne(nullable as GraphQLLeafType);
  const required = isNonNullType(type) && !hasDefault;
  return (parameter, name, violations) => {
    if (parameter !== undefined) return read(parameter, name, violations);
    return required ? report(violations, name, 'is required') : undefined;
  };
}

/** Reads a single value. Repeated values are an error, because they could contradict each other. */
function readOne(type: GraphQLLeafType): ReadText {
  const parse = compileLeaf(type);
  const expected = expectation(type);
  return (parameter, name, violations) => {
    if (Array.isArray(parameter)) return report(violations, name, 'must be given only once');
    const value = parse(parameter ?? '');
    return value === undefined ? report(violations, name, `must be ${expected}`) : value;
  };
}

/** Reads a list: repeated parameters and commas both separate items; spaces around items and empty items are ignored. */
function readList(type: GraphQLLeafType): ReadText {
  const parse = compileLeaf(type);
  const expected = expectation(type);
  return (parameter, name, violations) => {
    const texts = [parameter ?? []].flat().flatMap((text) => text.split(','));
    const items = texts.map((text) => text.trim()).filter((text) => text !== '');
    return items.map((text, index) => parse(text) ?? report(violations, `${name}[${index}]`, `must be ${expected}`));
  };
}

/** Converts text to the input of graphql-js; undefined if it is invalid. */
function compileLeaf(type: GraphQLLeafType): (text: string) => unknown {
  if (isEnumType(type)) {
    const names = namesBySpelling(type);
    return (text) => names.get(text);
  }
  return BUILT_IN[type.name] ?? ((text) => scalarValue(type, text));
}

const BUILT_IN: Readonly<Record<string, (text: string) => unknown>> = {
  String: (text) => text,
  ID: (text) => text,
  Int: (text) => (/^[+-]?\d+$/.test(text) ? saturate(Number(text)) : undefined),
  Float: (text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? parseExact(text) : undefined),
  Boolean: (text) => BOOLEANS.get(text),
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * GraphQL integers have 32 bits. A larger one is reduced to the maximum, so that a very large `limit` is clamped like
 * any other.
 */
function saturate(value: number): number {
  return Math.min(Math.max(value, -(2 ** 31)), 2 ** 31 - 1);
}

function parseExact(text: string): number | undefined {
  return isExactNumber(text) ? Number(text) : undefined;
}

function scalarValue(type: GraphQLScalarType, text: string): unknown {
  try {
    type.parseValue(text);
    return text;
  } catch {
    return undefined;
  }
}
