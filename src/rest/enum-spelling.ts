import { type GraphQLEnumType, type GraphQLEnumValue } from 'graphql';

/**
 * Spelling of an enum value in REST: its internal value if that is a string (`video-training`), otherwise its GraphQL
 * name.
 */
export function spelling(value: GraphQLEnumValue): string {
  return typeof value.value === 'string' ? value.value : value.name;
}

export function spellings(type: GraphQLEnumType): string[] {
  return type.getValues().map(spelling);
}

/** REST spelling → GraphQL name. */
export function namesBySpelling(type: GraphQLEnumType): ReadonlyMap<string, string> {
  return new Map(type.getValues().map((value) => [spelling(value), value.name]));
}
