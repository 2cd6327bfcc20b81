import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import { spelling } from '../enum-spelling.ts';

/** A coerced input value, such as a default, in REST spelling. */
export function restValue(type: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (isNonNullType(type)) return restValue(type.ofType, value);
  if (isListType(type)) return [value].flat().map((item) => restValue(type.ofType, item));
  if (isEnumType(type)) {
    const match = type.getValues().find((candidate) => candidate.value === value);
    return match && spelling(match);
  }
  if (!isInputObjectType(type)) return type.serialize(value);
  const fields = type.getFields();
  const entries = Object.entries(value).filter(([name]) => fields[name]);
  return Object.fromEntries(entries.map(([name, item]) => [name, restValue(fields[name]!.type, item)]));
}
