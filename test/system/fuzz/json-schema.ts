import fc from 'fast-check';
import { anything, boolean, mostly, number, oddText, textFor } from './values.ts';

export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  additionalProperties?: unknown;
}

const MAX_DEPTH = 5;

/** Values mostly as a JSON Schema says, with missing, extra and wrong parts. `name` is the field that holds the value. */
export function fromSchema(
  schema: JsonSchema,
  shared: Readonly<Record<string, JsonSchema>>,
  name = '',
  depth = 0,
): fc.Arbitrary<unknown> {
  const below = (part: JsonSchema, partName = name) => fromSchema(part, shared, partName, depth + 1);
  if (depth > MAX_DEPTH) return fc.constantFrom(null, {}, [], '');
  if (schema.$ref !== undefined)
    return fromSchema(shared[schema.$ref.split('/').at(-1) ?? ''] ?? {}, shared, name, depth);
  if (schema.const !== undefined) return mostly(fc.constant(schema.const));
  if (schema.enum) return mostly(fc.constantFrom(...schema.enum));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => below(part)));
  if (schema.allOf) return below(Object.assign({}, ...schema.allOf) as JsonSchema);
  if (schema.properties) return objectOf(schema.properties, schema.required ?? [], below);
  const { items } = schema;
  const kinds: Record<string, () => fc.Arbitrary<unknown>> = {
    string: () => textFor(name),
    integer: () => number,
    number: () => number,
    boolean: () => boolean,
    null: () => fc.constant(null),
    array: () => mostly(fc.array(below(items ?? {}), { maxLength: 4 })),
    object: () =>
      mostly(fc.dictionary(fc.oneof(fc.constantFrom('thing', 'name', 'user'), oddText), anything, { maxKeys: 4 })),
  };
  const types = [schema.type ?? []].flat().flatMap((type) => kinds[type] ?? []);
  return types.length === 0 ? anything : fc.oneof(...types.map((make) => make()));
}

/** Required fields are there nine times out of ten, others in half of the cases, unknown ones now and then. */
function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  below: (schema: JsonSchema, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => [
    name,
    below(schema, name),
  ]);
  const known = fc.record(Object.fromEntries(fields), {
    requiredKeys: Object.keys(properties).filter((name) => required.includes(name)),
  });
  const fewer = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const more = fc
    .tuple(known, fc.dictionary(oddText, anything, { minKeys: 1, maxKeys: 3 }))
    .map(([value, extra]) => ({ ...value, ...extra }));
  return fc.oneof(
    { weight: 16, arbitrary: known },
    { weight: 2, arbitrary: fewer },
    { weight: 1, arbitrary: more },
    { weight: 1, arbitrary: anything },
  );
}
