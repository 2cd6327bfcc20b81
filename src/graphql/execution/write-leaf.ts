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
import { spelling } from './enum-spelling.ts';

/**
 * The JSON of a leaf value; throws what GraphQL throws for a value that the type does not have.
 * @param enumText by default, the spelling of REST
 */
export function leafWriter(
  type: GraphQLLeafType,
  enumText: (value: GraphQLEnumValue) => string = spelling,
): (value: unknown) => string {
  if (isEnumType(type)) return enumWriter(type, enumText);
  const serialized = (value: unknown): string => {
    if (value instanceof JsonText) return value.text;
    const text = JSON.stringify(type.serialize(value)) as string | undefined;
    if (text === undefined) throw new GraphQLError(`${type.name} cannot represent this value`);
    return text;
  };
  if (type === GraphQLString || type === GraphQLID) {
    return (value) => (typeof value === 'string' ? JSON.stringify(value) : serialized(value));
  }
  if (type === GraphQLBoolean) return (value) => (typeof value === 'boolean' ? String(value) : serialized(value));
  // In the range of 32 bits, as `Int` asks for.
  if (type === GraphQLInt) return (value) => (value === ((value as number) | 0) ? String(value) : serialized(value));
  return serialized;
}

function enumWriter(type: GraphQLEnumType, enumText: (value: GraphQLEnumValue) => string): (value: unknown) => string {
  const texts = new Map(type.getValues().map((value) => [value.value as unknown, JSON.stringify(enumText(value))]));
  // `serialize` throws for what is no value of the type.
  return (value) => texts.get(value) ?? JSON.stringify(type.serialize(value));
}
