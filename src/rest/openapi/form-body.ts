import { isNonNullType } from 'graphql';
import type { RestOperation } from '../operation.ts';
import { addBounds } from './bounds-schema.ts';
import { type Example, addExample, addNamedExamples } from './examples.ts';
import { requiredSchema } from './input-schema.ts';
import { describe, objectSchema, type SchemaObject, type SharedSchemas } from './schema-object.ts';

const FORM = 'multipart/form-data';

/** The request body of an operation that accepts a multipart form. */
export function formBody(shared: SharedSchemas, { variables }: RestOperation, example: Example = {}): SchemaObject {
  const fields = variables.filter(({ source }) => source === 'form');
  const properties = fields.map(
    ({ name, type, description, bounds }) =>
      [name, describe(addBounds(requiredSchema(shared, type), bounds), description)] as const,
  );
  const required = fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  const schema = objectSchema(Object.fromEntries(properties), required);
  const media = { schema: describe(schema, 'Text fields come before the file.'), ...formEncoding(example) };
  return { required: true, content: { [FORM]: addExample(media, example.form) } };
}

/** Says the names of the example's files, which an example cannot contain. */
function formEncoding({ filenames = {} }: Example): SchemaObject {
  const parts = Object.entries(filenames).map(([field, filename]) => {
    const disposition = {
      description: 'The name of the file. Its extension is part of what its type is known by.',
      required: true,
      schema: { type: 'string' },
      example: `form-data; name="${field}"; filename="${filename}"`,
    };
    return [field, { headers: { 'Content-Disposition': disposition } }] as const;
  });
  return parts.length === 0 ? {} : { encoding: Object.fromEntries(parts) };
}

/** Merges two operations on one route, one of which takes a form, because OpenAPI allows one operation per method and path. */
export function mergeOperations(one: SchemaObject, other: SchemaObject): SchemaObject {
  const [json, form] = FORM in requestContent(one) ? [other, one] : [one, other];
  const success = getResponses(json)['200'];
  return {
    ...json,
    description: `${String(json['description'])}\n\nWith a multipart form: ${String(form['description'])}`,
    requestBody: {
      ...(json['requestBody'] as SchemaObject),
      content: { ...requestContent(json), ...requestContent(form) },
    },
    responses: {
      ...getResponses(form),
      ...getResponses(json),
      '200': {
        ...(success as SchemaObject),
        content: { 'application/json': mergeJsonContent(json, form) },
      },
    },
  };
}

function mergeJsonContent(json: SchemaObject, form: SchemaObject): SchemaObject {
  const answers = [json, form].map((operation) => [String(operation['operationId']), jsonContent(operation)] as const);
  const schema = { anyOf: answers.map(([, answer]) => answer.schema) };
  const examples = Object.fromEntries(answers.map(([name, { example }]) => [name, example]));
  return addNamedExamples({ ...jsonContent(json), schema }, examples);
}

function requestContent({ requestBody }: SchemaObject): SchemaObject {
  return ((requestBody as SchemaObject | undefined)?.['content'] ?? {}) as SchemaObject;
}

function getResponses({ responses }: SchemaObject): SchemaObject {
  return responses as SchemaObject;
}

function jsonContent(operation: SchemaObject): { schema?: unknown; example?: unknown } {
  const { content } = getResponses(operation)['200'] as { content: Record<string, SchemaObject> };
  return content['application/json'] ?? {};
}
