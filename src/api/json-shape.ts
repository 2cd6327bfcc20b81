import { z } from 'zod';

/** The part of a free-form JSON value that the service reads, for its description in OpenAPI. */
export interface JsonShape {
  /** The name of the component in OpenAPI. */
  name: string;
  /** JSON Schema. */
  schema(): Record<string, unknown>;
}

/** The shape that the schema validates. Other fields are allowed. */
export function jsonShape(name: string, schema: z.ZodType): JsonShape {
  return {
    name,
    schema: () => {
      const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
      return withTypeLists(rest) as Record<string, unknown>;
    },
  };
}

/** `anyOf: [{type: 'string', …}, {type: 'null'}]` → `type: ['string', 'null']`. */
function withTypeLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTypeLists);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, withTypeLists(child)] as const);
  const { anyOf, ...rest } = Object.fromEntries(entries) as Record<string, unknown>;
  const [first, second] = (anyOf ?? []) as Record<string, unknown>[];
  if (typeof first?.['type'] !== 'string' || second?.['type'] !== 'null')
    return anyOf === undefined ? rest : { anyOf, ...rest };
  return { ...rest, ...first, type: [first['type'], 'null'] };
}
