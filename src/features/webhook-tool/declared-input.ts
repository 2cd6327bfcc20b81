import type { InputSchema } from './webhook-tool.entity.ts';

/** Keywords of JSON Schema by which a schema itself defines further properties. */
const OPEN_WORDS = [
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
  'propertyNames',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  '$ref',
];

/**
 * Removes properties from a model's input that the schema does not declare: JSON Schema allows them, but a model that
 * follows injected text must not send data to the endpoint under other names. A schema with such keywords decides
 * itself.
 */
export function declaredInput(schema: InputSchema, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  if (OPEN_WORDS.some((word) => Object.hasOwn(schema, word))) return input;
  const properties = schema['properties'] ?? {};
  return Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(properties, name)));
}
