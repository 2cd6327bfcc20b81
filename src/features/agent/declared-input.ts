import type { InputSchema } from '../webhook-tool/webhook-tool.entity.ts';

/** Words of JSON Schema by which a schema itself says what else an input may have. */
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
 * A model's input without the properties that the tool did not ask for: JSON Schema lets them pass, but what the model was
 * talked into by a text it read must not reach the endpoint under a name of its own. A schema that speaks of them decides itself.
 */
export function declaredInput(schema: InputSchema, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  if (OPEN_WORDS.some((word) => Object.hasOwn(schema, word))) return input;
  const properties = schema['properties'] ?? {};
  return Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(properties, name)));
}
