import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql';
import type { RawInput } from '../operation.ts';

/** A query parameter with brackets: `filter[tags][in]=a` is `{path: ["tags", "in"], value: "a"}`. */
interface BracketParameter {
  path: string[];
  value: string;
}

/** Tells whether a variable takes the parameters with its name and brackets: it is a list of inputs with `path` and `value`. */
export function isBracketed(type: GraphQLInputType): boolean {
  const list = getNullableType(type);
  const item = isListType(list) ? getNullableType(list.ofType) : null;
  return isInputObjectType(item) && Object.keys(item.getFields()).join(' ') === 'path value';
}

/** Reads the parameters with the name and brackets, repeated ones several times; undefined if there are none. */
export function readBrackets(query: RawInput['query'], name: string): BracketParameter[] | undefined {
  const found = Object.entries(query).flatMap(([key, value]) =>
    isNestedParameter(key, name) ? [value ?? []].flat().map((each) => ({ path: parsePath(key), value: each })) : [],
  );
  return found.length > 0 ? found : undefined;
}

export function isNestedParameter(key: string, name: string): boolean {
  return key.startsWith(`${name}[`) && key.endsWith(']');
}

function parsePath(key: string): string[] {
  return key.slice(key.indexOf('[') + 1, -1).split('][');
}
