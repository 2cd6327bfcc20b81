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

/** GraphQL name → REST spelling, for the values where the two differ. */
export function respelledNames(type: GraphQLEnumType): ReadonlyMap<string, string> {
  const differing = type.getValues().filter((value) => spelling(value) !== value.name);
  return new Map(differing.map((value) => [value.name, spelling(value)]));
}
