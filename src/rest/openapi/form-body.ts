import { isNonNullType } from 'graphql';
import type { RestOperation } from '../operation.ts';
import { bounded } from './bounds-schema.ts';
import { requiredSchema } from './input-schema.ts';
import { described, objectSchema, type SchemaObject, type SharedSchemas } from './schema-object.ts';

const FORM = 'multipart/form-data';

/** The request body of an operation that accepts a multipart form. */
export function formBody(shared: SharedSchemas, { variables }: RestOperation): SchemaObject {
  const fields = variables.filter(({ source }) => source === 'form');
  const properties = fields.map(
    ({ name, type, description, bounds }) =>
      [name, described(bounded(requiredSchema(shared, type), bounds), description)] as const,
  );
  const required = fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  const schema = objectSchema(Object.fromEntries(properties), required);
  return {
    required: true,
    content: { [FORM]: { schema: described(schema, 'Text fields come before the file.') } },
  };
}

/** Merges two operations on one route, one of which takes a form, because OpenAPI allows one operation per method and path. */
export function inEitherForm(one: SchemaObject, other: SchemaObject): SchemaObject {
  const [json, form] = FORM in contentOf(one) ? [other, one] : [one, other];
  const success = responsesOf(json)['200'];
  return {
    ...json,
    description: `${String(json['description'])}\n\nWith a multipart form: ${String(form['description'])}`,
    requestBody: {
      ...(json['requestBody'] as SchemaObject),
      content: { ...contentOf(json), ...contentOf(form) },
    },
    responses: {
      ...responsesOf(form),
      ...responsesOf(json),
      '200': {
        ...(success as SchemaObject),
        content: {
          'application/json': { ...answerOf(json), schema: { anyOf: [answerOf(json).schema, answerOf(form).schema] } },
        },
      },
    },
  };
}

function contentOf({ requestBody }: SchemaObject): SchemaObject {
  return ((requestBody as SchemaObject | undefined)?.['content'] ?? {}) as SchemaObject;
}

function responsesOf({ responses }: SchemaObject): SchemaObject {
  return responses as SchemaObject;
}

function answerOf(operation: SchemaObject): { schema?: unknown } {
  const { content } = responsesOf(operation)['200'] as { content: Record<string, { schema: unknown }> };
  return content['application/json'] ?? {};
}
