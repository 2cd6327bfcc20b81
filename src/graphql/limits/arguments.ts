import { type FieldNode, type GraphQLField, valueFromAST } from 'graphql';
import { type Variables, named } from '../../rest/output/conditions.ts';
import { isPlainObject } from '../../shared/plain-object.ts';
import type { CountedPage } from './field-cost.ts';

/** The value of an argument by its name. */
export type Arguments = (name: string) => unknown;

export function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Variables): Arguments {
  return (name) => {
    const argument = field.args.find((candidate) => candidate.name === name);
    const given = named(node.arguments, name);
    if (!argument) return undefined;
    return given ? valueFromAST(given, argument.type, variables) : argument.defaultValue;
  };
}

/** How many elements the caller asks for, within what the service gives. */
export function pageSize(valueOf: Arguments, { argument, default: whenAbsent, max }: CountedPage): number {
  const [name = '', ...path] = argument.split('.');
  let value = valueOf(name);
  for (const key of path) value = isPlainObject(value) ? value[key] : undefined;
  return typeof value === 'number' ? Math.min(Math.max(value, 1), max) : whenAbsent;
}

/** How many values an argument holds: entries of a list, or values of the fields of an object, where a list is one value. */
export function countValues(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, entry) => sum + countValues(entry), 0);
  if (!isPlainObject(value) || value instanceof Date) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + (isListOfValues(inner) ? 1 : countValues(inner)), 0);
}

function isListOfValues(value: unknown): boolean {
  return Array.isArray(value) && !value.some(isPlainObject);
}
