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
import { expectation, scalarProblem } from './expectation.ts';
import { isPlainObject } from '../../shared/plain-object.ts';

/**
 * Converts a JSON value to the input of graphql-js: enum spellings become names, and unknown fields are removed. Errors
 * are added to `violations`; the value is then not used. `path` is the caller's path, such as `actions[0].type`.
 */
export type ReadJson = (value: unknown, path: string, violations: Violation[]) => unknown;

/** Readers of the types that were compiled before. */
type Readers = Map<GraphQLInputType, ReadJson>;

/** Compiles the type once, and every type only once, so that an input object may contain itself. */
export function compileJsonInput(type: GraphQLInputType, readers: Readers = new Map()): ReadJson {
  const compiled = readers.get(type);
  if (compiled) return compiled;
  let reader: ReadJson | undefined;
  readers.set(type, (value, path, violations) => reader?.(value, path, violations));
  reader = compileType(type, readers);
  readers.set(type, reader);
  return reader;
}

function compileType(type: GraphQLInputType, readers: Readers): ReadJson {
  if (isNonNullType(type)) return readRequired(compileJsonInput(type.ofType, readers));
  if (isListType(type)) return acceptNull(readList(type.ofType, expectation(type), readers));
  if (isInputObjectType(type)) return acceptNull(readObject(type, readers));
  if (isEnumType(type)) return acceptNull(readEnum(type));
  return acceptNull(readScalar(type));
}

function acceptNull(read: ReadJson): ReadJson {
  return (value, path, violations) => (value === null ? null : read(value, path, violations));
}

function readRequired(read: ReadJson): ReadJson {
  return (value, path, violations) => {
    const isPresent = value !== null && value !== undefined;
    return isPresent ? read(value, path, violations) : report(violations, path, 'is required');
  };
}

function readList(item: GraphQLInputType, expected: string, readers: Readers): ReadJson {
  const readItem = compileJsonInput(isNonNullType(item) ? item.ofType : item, readers);
  const itemExpected = expectation(item);
  const rejectsNull = isNonNullType(item);
  return (value, path, violations) => {
    if (!Array.isArray(value)) return report(violations, path, `must be ${expected}`);
    const items: unknown[] = [];
    for (const [index, entry] of value.entries()) {
      if (violations.length >= MAX_VIOLATIONS) break;
      const itemPath = `${path}[${index}]`;
      const isMissing = rejectsNull && entry === null;
      items.push(
        isMissing ? report(violations, itemPath, `must be ${itemExpected}`) : readItem(entry, itemPath, violations),
      );
    }
    return items;
  };
}

function readObject(type: GraphQLInputObjectType, readers: Readers): ReadJson {
  const fields = Object.values(type.getFields()).map((field) => ({
    name: field.name,
    required: isRequiredInputField(field),
    read: compileJsonInput(field.type, readers),
  }));
  const names = fields.map(({ name }) => name);
  return (value, path, violations) => {
    if (!isPlainObject(value)) return report(violations, path, 'must be an object');
    const input: Record<string, unknown> = {};
    for (const { name, required, read } of fields) {
      if (Object.hasOwn(value, name)) input[name] = read(value[name], joinPath(path, name), violations);
      else if (required) read(undefined, joinPath(path, name), violations);
    }
    if (type.isOneOf) checkSingleField(input, names, path, violations);
    return input;
  };
}

function checkSingleField(
  input: Record<string, unknown>,
  names: string[],
  path: string,
  violations: Violation[],
): void {
  const [only, second] = Object.values(input);
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
      return report(violations, path, scalarProblem(error) ?? `must be ${expected}`);
    }
  };
}

export function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
