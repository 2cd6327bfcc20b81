import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { MAX_VIOLATIONS, type Violation, report } from '../../shared/errors.ts';
import { namesBySpelling } from '../enum-spelling.ts';
import { expectation, ownProblem } from './expectation.ts';
import { isPlainObject } from '../../shared/plain-object.ts';

/**
 * Converts a JSON value to the input of graphql-js: enum spellings become names, and unknown fields are removed. Errors
 * are added to `violations`; the value is then not used. `path` is the caller's path, such as `actions[0].type`.
 */
export type ReadJson = (value: unknown, path: string, violations: Violation[]) => unknown;

/** Compiles the type once; `known` allows recursive input objects. */
export function compileJsonInput(type: GraphQLInputType, known: Map<GraphQLInputType, ReadJson> = new Map()): ReadJson {
  const compiled = known.get(type);
  if (compiled) return compiled;
  let built: ReadJson | undefined;
  known.set(type, (value, path, violations) => built?.(value, path, violations));
  built = compileType(type, known);
  known.set(type, built);
  return built;
}

function compileType(type: GraphQLInputType, known: Map<GraphQLInputType, ReadJson>): ReadJson {
  if (isNonNullType(type)) return readRequired(compileJsonInput(type.ofType, known));
  if (isListType(type)) return orNull(readList(type.ofType, expectation(type), known));
  if (isInputObjectType(type)) return orNull(readObject(type, known));
  if (isEnumType(type)) return orNull(readEnum(type));
  return orNull(readScalar(type));
}

function orNull(read: ReadJson): ReadJson {
  return (value, path, violations) => (value === null ? null : read(value, path, violations));
}

function readRequired(read: ReadJson): ReadJson {
  return (value, path, violations) => {
    const isGiven = value !== null && value !== undefined;
    return isGiven ? read(value, path, violations) : report(violations, path, 'is required');
  };
}

function readList(item: GraphQLInputType, expected: string, known: Map<GraphQLInputType, ReadJson>): ReadJson {
  const readItem = compileJsonInput(isNonNullType(item) ? item.ofType : item, known);
  const itemExpected = expectation(item);
  const rejectsNull = isNonNullType(item);
  return (value, path, violations) => {
    if (!Array.isArray(value)) return report(violations, path, `must be ${expected}`);
    const items: unknown[] = [];
    for (const [index, entry] of value.entries()) {
      if (violations.length >= MAX_VIOLATIONS) break;
      const place = `${path}[${index}]`;
      const isMissing = rejectsNull && entry === null;
      items.push(isMissing ? report(violations, place, `must be ${itemExpected}`) : readItem(entry, place, violations));
    }
    return items;
  };
}

function readObject(type: GraphQLInputObjectType, known: Map<GraphQLInputType, ReadJson>): ReadJson {
  const readers = Object.values(type.getFields()).map((field) => ({
    name: field.name,
    required: isRequiredInputField(field),
    read: compileJsonInput(field.type, known),
  }));
  const names = readers.map(({ name }) => name);
  return (value, path, violations) => {
    if (!isPlainObject(value)) return report(violations, path, 'must be an object');
    const taken: Record<string, unknown> = {};
    for (const { name, required, read } of readers) {
      if (Object.hasOwn(value, name)) taken[name] = read(value[name], joinPath(path, name), violations);
      else if (required) read(undefined, joinPath(path, name), violations);
    }
    if (type.isOneOf) checkOneOf(taken, names, path, violations);
    return taken;
  };
}

function checkOneOf(taken: Record<string, unknown>, names: string[], path: string, violations: Violation[]): void {
  const [only, second] = Object.values(taken);
  if (second === undefined && only !== undefined && only !== null) return;
  violations.push({ field: path, message: `${path || 'Request body'} must have exactly one of ${names.join(', ')}` });
}

function readEnum(type: GraphQLEnumType): ReadJson {
  const names = namesBySpelling(type);
  const expected = expectation(type);
  return (value, path, violations) => {
    const name = typeof value === 'string' ? names.get(value) : undefined;
    return name ?? report(violations, path, `must be ${expected}`);
  };
}

function readScalar(type: GraphQLScalarType): ReadJson {
  const expected = expectation(type);
  return (value, path, violations) => {
    try {
      type.parseValue(value);
      return value;
    } catch (error) {
      return report(violations, path, ownProblem(error) ?? `must be ${expected}`);
    }
  };
}

export function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
