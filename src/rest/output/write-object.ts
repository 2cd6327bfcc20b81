import {
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { AnswerText } from '../../graphql/execution/answer-text.ts';
import { type SelectedField, type SelectionScope, selectFields } from '../../graphql/selection/select-fields.ts';
import { type Execution, type Read, compileRead, compileTypes, isPromise } from '../../graphql/execution/read-field.ts';
import { leafWriter } from '../../graphql/execution/write-leaf.ts';

/** Writes a value that is neither null nor a promise. */
type Write = (out: AnswerText, value: unknown, execution: Execution) => void;

export interface FieldPlan {
  read: Read;
  /** Writes the key and the value, without them where a null is omitted. Returns whether it wrote. */
  writeMember: (out: AnswerText, value: unknown, execution: Execution, isFirst: boolean) => boolean;
}

/** Compiles the writer of an object with this selection: fields without a resolver are read without a promise or a call. */
function compileObject(scope: SelectionScope, type: GraphQLObjectType, field: SelectedField): Write {
  const plans = compileFields(scope, type, field);
  return (out, source, execution) => {
    out.text += '{';
    writeMembers(plans, out, source, execution, true);
    out.text += '}';
  };
}

export function compileFields(scope: SelectionScope, type: GraphQLObjectType, field: SelectedField): FieldPlan[] {
  const inner = selectFields(scope, type, field.selections);
  return inner.map((each) => compileField(scope, type, each));
}

/** Fields of one object; what comes later leaves its place. */
export function writeMembers(
  plans: readonly FieldPlan[],
  out: AnswerText,
  source: unknown,
  execution: Execution,
  nothingBefore: boolean,
): void {
  let isFirst = nothingBefore;
  for (const { read, writeMember } of plans) {
    try {
      const value = read(source, execution);
      if (isPromise(value)) {
        out.later(value, (late, found) => writeMember(late, found, execution, false));
        isFirst = false;
      } else if (writeMember(out, value, execution, isFirst)) {
        isFirst = false;
      }
    } catch (error) {
      out.fail(error);
    }
  }
}

export function compileField(scope: SelectionScope, parent: GraphQLObjectType, field: SelectedField): FieldPlan {
  const nullable = isNonNullType(field.type) ? field.type.ofType : field.type;
  const write = compileValue(scope, nullable, field);
  const label = `${JSON.stringify(field.key)}:`;
  const mustExist = isNonNullType(field.type);
  const writeMember: FieldPlan['writeMember'] = (out, value, execution, isFirst) => {
    if (value instanceof Error) throw value;
    const isNull = value === null || value === undefined;
    if (isNull && mustExist) throw noNull(`${parent.name}.${field.name}`);
    if (isNull && field.omitNull) return false;
    out.text += isFirst ? label : `,${label}`;
    if (isNull) out.text += 'null';
    else write(out, value, execution);
    return true;
  };
  return { read: compileRead(scope, parent, field), writeMember };
}

function compileValue(scope: SelectionScope, type: GraphQLOutputType, field: SelectedField): Write {
  if (isLeafType(type)) {
    const text = leafWriter(type);
    return (out, value) => void (out.text += text(value));
  }
  if (isListType(type)) return compileList(scope, type.ofType, field);
  if (isObjectType(type)) return compileObject(scope, type, field);
  if (isAbstractType(type)) return compileAbstract(scope, type, field);
  throw new TypeError(`${field.name} has a type that cannot be written`);
}

function compileList(scope: SelectionScope, itemType: GraphQLOutputType, field: SelectedField): Write {
  const mustExist = isNonNullType(itemType);
  const write = compileValue(scope, mustExist ? itemType.ofType : itemType, field);
  const writeItem: Write = (out, item, execution) => {
    if (item instanceof Error) throw item;
    const isNull = item === null || item === undefined;
    if (isNull && mustExist) throw noNull(field.name);
    if (isNull) out.text += 'null';
    else write(out, item, execution);
  };
  return (out, list, execution) => {
    let separator = '[';
    for (const item of list as Iterable<unknown>) {
      out.text += separator;
      separator = ',';
      if (isPromise(item)) out.later(item, (late, found) => writeItem(late, found, execution));
      else writeItem(out, item, execution);
    }
    out.text += separator === '[' ? '[]' : ']';
  };
}

/** An object of an abstract type is written by its own type. */
function compileAbstract(scope: SelectionScope, type: GraphQLAbstractType, field: SelectedField): Write {
  const writerOf = compileTypes(scope, type, (possible) => compileObject(scope, possible, field));
  return (out, value, execution) => writerOf(value, execution.context)(out, value, execution);
}

function noNull(place: string): Error {
  return new TypeError(`Cannot return null for non-nullable field ${place}.`);
}
