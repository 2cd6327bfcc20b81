import {
  type FieldNode,
  type GraphQLField,
  GraphQLBoolean,
  type SelectionNode,
  type ValueNode,
  type ArgumentNode,
  valueFromAST,
} from 'graphql';
import { isPlainObject } from '../../shared/plain-object.ts';
import type { CountedPage } from './field-cost.ts';

/** Variables as GraphQL coerced them, defaults filled in. */
export type Variables = Readonly<Record<string, unknown>>;

/** How many elements the caller asks for, within what the service gives. */
export function pageSize(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  { argument, default: whenAbsent, max }: CountedPage,
  variables: Variables,
): number {
  const [name = '', ...path] = argument.split('.');
  let value = argumentValue(field, node, name, variables);
  for (const key of path) value = isPlainObject(value) ? value[key] : undefined;
  return typeof value === 'number' ? Math.min(Math.max(value, 1), max) : whenAbsent;
}

export function isTrue(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  name: string,
  variables: Variables,
): boolean {
  return argumentValue(field, node, name, variables) === true;
}

/** How many values an argument holds: entries of a list, or values of the fields of an object, where a list is one value. */
export function valuesIn(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  name: string,
  variables: Variables,
): number {
  return countValues(argumentValue(field, node, name, variables));
}

function countValues(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, entry) => sum + countValues(entry), 0);
  if (!isPlainObject(value) || value instanceof Date) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + (isListOfValues(inner) ? 1 : countValues(inner)), 0);
}

function isListOfValues(value: unknown): boolean {
  return Array.isArray(value) && !value.some(isPlainObject);
}

/** Left out by @skip or @include, so that it is not run either. */
export function isLeftOut(node: SelectionNode, variables: Variables): boolean {
  return (node.directives ?? []).some(({ name, arguments: given }) => {
    if (name.value !== 'skip' && name.value !== 'include') return false;
    const condition = named(given, 'if');
    const value: unknown = condition && valueFromAST(condition, GraphQLBoolean, variables);
    return value === (name.value === 'skip');
  });
}

function argumentValue(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  name: string,
  variables: Variables,
): unknown {
  const argument = field.args.find((candidate) => candidate.name === name);
  const given = named(node.arguments, name);
  if (!argument) return undefined;
  return given ? valueFromAST(given, argument.type, variables) : argument.defaultValue;
}

function named(given: readonly ArgumentNode[] | undefined, name: string): ValueNode | undefined {
  return given?.find((argument) => argument.name.value === name)?.value;
}
