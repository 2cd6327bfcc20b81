import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  type GraphQLEnumType,
  type GraphQLEnumValue,
  type GraphQLLeafType,
  isEnumType,
} from 'graphql';
import { JsonText } from '../../shared/json-text.ts';

/** Returns what writes a leaf value as JSON, and throws what GraphQL throws for a value that the type does not have. */
export function leafWriter(
  type: GraphQLLeafType,
  enumText: (value: GraphQLEnumValue) => string,
): (value: unknown) => string {
  if (isEnumType(type)) return enumWriter(type, enumText);
  const serialize = (value: unknown): string => {
    if (value instanceof JsonText) return value.text;
    const text = JSON.stringify(type.serialize(value)) as string | undefined;
    if (text === undefined) throw new GraphQLError(`${type.name} cannot represent this value`);
    return text;
  };
  if (type === GraphQLString || type === GraphQLID) {
    return (value) => (typeof value === 'string' ? JSON.stringify(value) : serialize(value));
  }
  if (type === GraphQLBoolean) return (value) => (typeof value === 'boolean' ? String(value) : serialize(value));
  // An `Int` has 32 bits.
  if (type === GraphQLInt) return (value) => (value === ((value as number) | 0) ? String(value) : serialize(value));
  return serialize;
}

function enumWriter(type: GraphQLEnumType, enumText: (value: GraphQLEnumValue) => string): (value: unknown) => string {
  const texts = new Map(type.getValues().map((value) => [value.value as unknown, JSON.stringify(enumText(value))]));
  // `serialize` throws for what is no value of the type.
  return (value) => texts.get(value) ?? JSON.stringify(type.serialize(value));
}
