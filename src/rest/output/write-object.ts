import {
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  defaultTypeResolver,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { AnswerText } from './answer-text.ts';
import { type SelectedField, type SelectionScope, isIncluded, selectFields } from './select-fields.ts';
import { type Execution, argumentsOf, infoOf } from './resolve-field.ts';
import { leafWriter } from './write-leaf.ts';

/** Writes a value that is neither null nor a promise. */
type Write = (out: AnswerText, value: unknown, execution: Execution) => void;

export interface FieldPlan {
  field: SelectedField;
  /** The value of the field, or a promise of it. */
  read: (source: unknown, execution: Execution) => unknown;
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
  const inner = selectFields(scope, type, field.selections, field.conditions);
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
  for (const { field, read, writeMember } of plans) {
    if (field.conditional && !isIncluded(field, execution.variables)) continue;
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
  return { field, read: compileRead(scope, parent, field), writeMember };
}

function compileRead(scope: SelectionScope, parent: GraphQLObjectType, field: SelectedField): FieldPlan['read'] {
  if (field.name === '__typename') return () => parent.name;
  const definition = parent.getFields()[field.name] as GraphQLField<unknown, unknown>;
  const { name } = field;
  const { resolve } = definition;
  if (!resolve) return (source) => (source as Record<string, unknown>)[name];
  const info = infoOf(scope, parent, field);
  return (source, execution) => resolve(source, argumentsOf(definition, field, execution), execution.context, info);
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
  const writers = new Map(
    scope.schema.getPossibleTypes(type).map((possible) => [possible.name, compileObject(scope, possible, field)]),
  );
  const resolveType = type.resolveType ?? defaultTypeResolver;
  return (out, value, execution) => {
    const info = { schema: scope.schema } as GraphQLResolveInfo;
    const name = resolveType(value, execution.context, info, type);
    if (isPromise(name)) return out.later(name, (late, found) => writers.get(found ?? '')?.(late, value, execution));
    const write = writers.get(name ?? '');
    if (!write) throw new TypeError(`${type.name} has no type for this value`);
    write(out, value, execution);
  };
}

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

function noNull(place: string): Error {
  return new TypeError(`Cannot return null for non-nullable field ${place}.`);
}
