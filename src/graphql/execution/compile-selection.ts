import {
  type GraphQLAbstractType,
  type GraphQLEnumValue,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type SelectionSetNode,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
} from 'graphql';
import { type SelectedField, type SelectionScope, selectFields } from '../selection/select-fields.ts';
import { type JsonWriter, NullPropagation } from './json-writer.ts';
import { type Execution, type ReadField, compileRead, compileTypes, toFieldNodes, isPromise } from './read-field.ts';
import { leafWriter } from './write-leaf.ts';

export interface CompileScope extends SelectionScope {
  enumText: (value: GraphQLEnumValue) => string;
  /**
   * `propagate`: a value that fails is null, or what is around it where null is not allowed; the error has its path.
   * `collect`: after an error the JSON is not used, so errors are only collected, in document order, and no paths are made.
   */
  onError: 'propagate' | 'collect';
  /** Number of fields that may still be compiled. */
  fieldsLeft: number;
}

/**
 * A selection that graphql-js must execute: with introspection, or with more fields than may be compiled.
 * See decision 91.
 */
export class NotCompiled extends Error {}

type Path = NonNullable<GraphQLResolveInfo['path']['prev']>;

/** Writes a value, or throws its error. `path` is that of the object or list in which the value has this key. */
type WriteValue = (
  out: JsonWriter,
  value: unknown,
  execution: Execution,
  path: Path | undefined,
  key: string | number,
) => void;

/**
 * Reads and writes a field of an object, or several. `path` is that of the object. `isFirst` tells that the object has no
 * field yet; the result tells the same to the field that follows.
 */
export type WriteField = (
  out: JsonWriter,
  source: unknown,
  execution: Execution,
  path: Path | undefined,
  isFirst: boolean,
) => boolean;

/** The position of a value in the selection: of a field, or of an element of its list. */
interface Place {
  type: GraphQLOutputType;
  field: SelectedField;
  /** `ContentItem.title` */
  coordinate: string;
  /** The path without the indexes of lists. */
  path: Path;
}

export function compileFields(
  scope: CompileScope,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
  parentPath?: Path,
): WriteField {
  const writers = selectFields(scope, type, selections).map((field) => compileField(scope, type, field, parentPath));
  return (out, source, execution, path, isFirst) => {
    let isNextFirst = isFirst;
    for (const write of writers) isNextFirst = write(out, source, execution, path, isNextFirst);
    return isNextFirst;
  };
}

export function compileField(
  scope: CompileScope,
  parent: GraphQLObjectType,
  field: SelectedField,
  parentPath?: Path,
): WriteField {
  const { key, name, type, selections } = field;
  const isCompilable = name === '__typename' || name in parent.getFields();
  if (--scope.fieldsLeft < 0 || !isCompilable) throw new NotCompiled();
  const fieldPath = { prev: parentPath, key, typename: parent.name };
  const read = compileRead(scope, parent, field, fieldPath);
  const nullable = getNullableType(type);
  if (field.spread && isObjectType(nullable)) {
    return compileOptional(read, compileFields(scope, nullable, selections, fieldPath));
  }
  const place = { type, field, coordinate: `${parent.name}.${name}`, path: fieldPath };
  if (!field.omitNull || isNonNullType(type)) return compileRequired(scope, place, read);
  const write = compileValue(scope, place);
  const [label, nextLabel] = fieldLabels(key);
  return compileOptional(read, (out, value, execution, path, isFirst) => {
    out.text += isFirst ? label : nextLabel;
    write(out, value, execution, path, key);
    return false;
  });
}

function compileRequired(scope: CompileScope, place: Place, read: ReadField): WriteField {
  const { write, fail } = compilePlace(scope, place);
  const { key } = place.field;
  const [label, nextLabel] = fieldLabels(key);
  return (out, source, execution, path, isFirst) => {
    out.text += isFirst ? label : nextLabel;
    try {
      write(out, read(source, execution), execution, path, key);
    } catch (error) {
      fail(out, error, execution, path, key);
    }
    return false;
  };
}

function fieldLabels(key: string): [first: string, next: string] {
  const label = `${JSON.stringify(key)}:`;
  return [label, `,${label}`];
}

/**
 * A field that may write nothing, which is known with its value: with `@omitNull`, or with `@spread`, whose fields stand in
 * its place. Only documents of REST have these directives, so the error is collected.
 */
function compileOptional(read: ReadField, write: WriteField): WriteField {
  const writePresent: WriteField = (out, value, execution, path, isFirst) => {
    if (value === null || value === undefined) return isFirst;
    if (value instanceof Error) throw value;
    return write(out, value, execution, path, isFirst);
  };
  return (out, source, execution, path, isFirst) => {
    try {
      const value = read(source, execution);
      if (!isPromise(value)) return writePresent(out, value, execution, path, isFirst);
      out.later(
        value,
        (late, found) => void writePresent(late, found, execution, path, false),
        (late, error) => late.fail(error),
      );
    } catch (error) {
      out.fail(error);
    }
    return false;
  };
}

/** Writes whatever a place has: null, an error and a value that comes later included. `fail` writes what `write` throws. */
function compilePlace(scope: CompileScope, place: Place) {
  const isNullable = !isNonNullType(place.type);
  const writePresent = compileValue(scope, place);
  const fail = compileError(scope, place);
  const write: WriteValue = (out, value, execution, path, key) => {
    if (value === null || value === undefined) {
      if (!isNullable) throw new Error(`Cannot return null for non-nullable field ${place.coordinate}.`);
      out.text += 'null';
    } else if (isPromise(value)) {
      out.later(
        value,
        (late, found) => write(late, found, execution, path, key),
        (late, error) => fail(late, error, execution, path, key),
      );
    } else if (value instanceof Error) {
      throw value;
    } else {
      writePresent(out, value, execution, path, key);
    }
  };
  return { write, fail };
}

/** Writes null and records the error, or throws it again where null is not allowed. */
function compileError({ onError }: CompileScope, { type, field }: Place): WriteValue {
  return (out, error, execution, path, key) => {
    if (onError === 'collect') return out.fail(error);
    if (error instanceof NullPropagation) throw error;
    const located = locatedError(error, toFieldNodes(field), [...pathKeys(path), key]);
    if (isNonNullType(type)) throw new NullPropagation(located);
    execution.errors.push(located);
    out.text += 'null';
  };
}

function compileValue(scope: CompileScope, place: Place): WriteValue {
  const type = getNullableType(place.type);
  if (isLeafType(type)) {
    const text = leafWriter(type, scope.enumText);
    return (out, value) => void (out.text += text(value));
  }
  const write = compileComposite(scope, place, type);
  if (scope.onError === 'collect' || isNonNullType(place.type)) return write;
  return (out, value, execution, path, key) => out.writeNullable((inner) => write(inner, value, execution, path, key));
}

function compileComposite(scope: CompileScope, place: Place, type: GraphQLOutputType): WriteValue {
  if (isListType(type)) return compileList(scope, { ...place, type: type.ofType });
  if (isObjectType(type)) return compileObject(scope, type, place);
  if (isAbstractType(type)) return compileAbstract(scope, type, place);
  throw new TypeError(`${place.coordinate} has a type that cannot be written`);
}

function compileObject(scope: CompileScope, type: GraphQLObjectType, { field, path: parentPath }: Place): WriteValue {
  const writeFields = compileFields(scope, type, field.selections, parentPath);
  const hasPath = scope.onError === 'propagate';
  return (out, source, execution, prev, key) => {
    out.text += '{';
    writeFields(out, source, execution, hasPath ? { prev, key, typename: undefined } : undefined, true);
    out.text += '}';
  };
}

function compileList(scope: CompileScope, element: Place): WriteValue {
  const { write, fail } = compilePlace(scope, element);
  const hasPath = scope.onError === 'propagate';
  return (out, list, execution, prev, key) => {
    if (typeof list !== 'object' || !(Symbol.iterator in (list as object))) {
      throw new Error(`Expected Iterable, but did not find one for field "${element.coordinate}".`);
    }
    out.text += '[';
    const path = hasPath ? { prev, key, typename: undefined } : undefined;
    let index = 0;
    for (const value of list as Iterable<unknown>) {
      if (index > 0) out.text += ',';
      try {
        write(out, value, execution, path, index);
      } catch (error) {
        fail(out, error, execution, path, index);
      }
      index += 1;
    }
    out.text += ']';
  };
}

/** An object of an abstract type is written by its own type. */
function compileAbstract(scope: CompileScope, type: GraphQLAbstractType, place: Place): WriteValue {
  const findWriter = compileTypes(scope, type, (possible) => compileObject(scope, possible, place));
  return (out, value, execution, path, key) => findWriter(value, execution.context)(out, value, execution, path, key);
}

function pathKeys(path: Path | undefined): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let place = path; place; place = place.prev) keys.unshift(place.key);
  return keys;
}
