import {
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { compileRead, compileTypes, isPromise } from './read-field.ts';
import { type SelectedField, type SelectionScope, selectFields } from '../selection/select-fields.ts';
import { leafWriter } from './write-leaf.ts';
import { Answer, type Execution, type Path, type Place, Propagated, fail, located } from './json-writer.ts';

/** Writes a value that is neither null, an error, nor a promise. */
type Write = (out: Answer, value: unknown, execution: Execution, path: Path) => void;

/** Writes the fields of an object, with their commas. */
export type WriteFields = (out: Answer, source: unknown, execution: Execution, path: Path | undefined) => void;

/** A query that graphql-js must execute: with introspection, or with too many fields for a plan. */
export class NotCompiled extends Error {}

export interface CompileScope extends SelectionScope {
  /** How many fields may still be compiled. */
  fieldsLeft: number;
}

export function compileFields(
  scope: CompileScope,
  type: GraphQLObjectType,
  fields: readonly SelectedField[],
  parentPath?: Path,
): WriteFields {
  const writers = fields.map((field, index) => compileField(scope, type, field, index === 0, parentPath));
  return (out, source, execution, path) => {
    for (const write of writers) write(out, source, execution, path);
  };
}

function compileField(
  scope: CompileScope,
  parent: GraphQLObjectType,
  field: SelectedField,
  isFirst: boolean,
  parentPath: Path | undefined,
): WriteFields {
  const isKnown = field.name === '__typename' || field.name in parent.getFields();
  if (--scope.fieldsLeft < 0 || !isKnown) throw new NotCompiled();
  const { key } = field;
  const label = `${isFirst ? '' : ','}${JSON.stringify(key)}:`;
  const namedPath: Path = { prev: parentPath, key, typename: parent.name };
  const place: Place = { type: field.type, field, coordinate: `${parent.name}.${field.name}` };
  const write = compilePlace(scope, place, namedPath);
  const read = compileRead(scope, parent, field, namedPath);
  return (out, source, execution, prev) => {
    out.text += label;
    const path = { prev, key, typename: undefined };
    let value: unknown;
    try {
      value = read(source, execution);
    } catch (error) {
      return fail(out, error, place, execution, path);
    }
    write(out, value, execution, path);
  };
}

/** Writes whatever stands in a place: null, an error and a value that comes later included. */
function compilePlace(scope: CompileScope, place: Place, namedPath: Path): Write {
  const isNullable = !isNonNullType(place.type);
  const type = getNullableType(place.type);
  const write = isLeafType(type) ? compileLeaf(type, place) : compileComposite(scope, place, namedPath);
  const writePlace: Write = (out, value, execution, path) => {
    if (value === null || value === undefined) {
      if (isNullable) out.text += 'null';
      else
        fail(out, new Error(`Cannot return null for non-nullable field ${place.coordinate}.`), place, execution, path);
    } else if (isPromise(value)) {
      const written = later(
        value,
        (late, found) => writePlace(late, found, execution, path),
        (late, error) => fail(late, error, place, execution, path),
      );
      out.add(written);
    } else if (value instanceof Error) {
      fail(out, value, place, execution, path);
    } else {
      write(out, value, execution, path);
    }
  };
  return writePlace;
}

function compileLeaf(type: GraphQLLeafType, place: Place): Write {
  const text = leafWriter(type, ({ name }) => name);
  return (out, value, execution, path) => {
    let written: string;
    try {
      written = text(value);
    } catch (error) {
      return fail(out, error, place, execution, path);
    }
    out.text += written;
  };
}

/** What fails in it makes it null where it may be; else what is around it. */
function compileComposite(scope: CompileScope, place: Place, namedPath: Path): Write {
  const write = compileValue(scope, place, namedPath);
  const attempt: Write = (out, value, execution, path) => {
    try {
      write(out, value, execution, path);
    } catch (error) {
      throw error instanceof Propagated ? error : new Propagated(located(error, place, path));
    }
  };
  if (isNonNullType(place.type)) return attempt;
  return (out, value, execution, path) =>
    out.add(new Answer(true).fill((inner) => attempt(inner, value, execution, path)));
}

function compileValue(scope: CompileScope, place: Place, namedPath: Path): Write {
  const type = getNullableType(place.type);
  if (isListType(type)) return compileList(scope, { ...place, type: type.ofType }, namedPath);
  if (isObjectType(type)) return compileObject(scope, type, place.field, namedPath);
  if (isAbstractType(type)) return compileAbstract(scope, type, place.field, namedPath);
  throw new TypeError(`${place.coordinate} has a type that cannot be written`);
}

function compileObject(scope: CompileScope, type: GraphQLObjectType, field: SelectedField, namedPath: Path): Write {
  const fields = selectFields(scope, type, field.selections);
  const writeFields = compileFields(scope, type, fields, namedPath);
  return (out, source, execution, path) => {
    out.text += '{';
    writeFields(out, source, execution, path);
    out.text += '}';
  };
}

function compileList(scope: CompileScope, element: Place, namedPath: Path): Write {
  const write = compilePlace(scope, element, namedPath);
  return (out, list, execution, prev) => {
    if (typeof list !== 'object' || !(Symbol.iterator in (list as object))) {
      throw new Error(`Expected Iterable, but did not find one for field "${element.coordinate}".`);
    }
    out.text += '[';
    let index = 0;
    for (const value of list as Iterable<unknown>) {
      if (index > 0) out.text += ',';
      write(out, value, execution, { prev, key: index, typename: undefined });
      index += 1;
    }
    out.text += ']';
  };
}

/** An object of an abstract type is written by its own type. */
function compileAbstract(scope: CompileScope, type: GraphQLAbstractType, field: SelectedField, namedPath: Path): Write {
  const writerOf = compileTypes(scope, type, (possible) => compileObject(scope, possible, field, namedPath));
  return (out, value, execution, path) => writerOf(value, execution.context)(out, value, execution, path);
}

/** Never rejects, so it need not be awaited at once. */
async function later(
  value: PromiseLike<unknown>,
  write: (late: Answer, found: unknown) => void,
  failed: (late: Answer, error: unknown) => void,
): Promise<Answer> {
  const late = new Answer(false);
  let found: unknown;
  try {
    found = await value;
  } catch (error) {
    return late.fill(() => failed(late, error));
  }
  return late.fill(() => write(late, found));
}
