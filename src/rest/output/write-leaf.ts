import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  type GraphQLEnumType,
  type GraphQLLeafType,
  isEnumType,
} from 'graphql';
import { spelling } from '../enum-spelling.ts';

/** The JSON of a leaf value in REST spelling; throws what GraphQL throws for a value that the type does not have. */
export function leafWriter(type: GraphQLLeafType): (value: unknown) => string {
  if (isEnumType(type)) return enumWriter(type);
  const serialized = (value: unknown): string => {
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

function enumWriter(type: GraphQLEnumType): (value: unknown) => string {
  const texts = new Map(type.getValues().map((value) => [value.value as unknown, JSON.stringify(spelling(value))]));
  // `serialize` throws for what is no value of the type.
  return (value) => texts.get(value) ?? JSON.stringify(type.serialize(value));
}
