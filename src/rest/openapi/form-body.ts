import { isNonNullType } from 'graphql';
import type { RestOperation } from '../operation.ts';
import { bounded } from './bounds-schema.ts';
import { type Example, withExample, withNamedExamples } from './examples.ts';
import { requiredSchema } from './input-schema.ts';
import { described, objectSchema, type SchemaObject, type SharedSchemas } from './schema-object.ts';

const FORM = 'multipart/form-data';

/** The request body of an operation that accepts a multipart form. */
export function formBody(shared: SharedSchemas, { variables }: RestOperation, example: Example = {}): SchemaObject {
  const fields = variables.filter(({ source }) => source === 'form');
  const properties = fields.map(
    ({ name, type, description, bounds }) =>
      [name, described(bounded(requiredSchema(shared, type), bounds), description)] as const,
  );
  const required = fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  const schema = objectSchema(Object.fromEntries(properties), required);
  const media = { schema: described(schema, 'Text fields come before the file.'), ...encoding(example) };
  return { required: true, content: { [FORM]: withExample(media, example.form) } };
}

/** Says the names of the example's files, which an example cannot contain. */
function encoding({ filenames = {} }: Example): SchemaObject {
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
        content: { 'application/json': answerOfEither(json, form) },
      },
    },
  };
}

function answerOfEither(json: SchemaObject, form: SchemaObject): SchemaObject {
  const answers = [json, form].map((operation) => [String(operation['operationId']), answerOf(operation)] as const);
  const schema = { anyOf: answers.map(([, answer]) => answer.schema) };
  const examples = Object.fromEntries(answers.map(([name, { example }]) => [name, example]));
  return withNamedExamples({ ...answerOf(json), schema }, examples);
}

function contentOf({ requestBody }: SchemaObject): SchemaObject {
  return ((requestBody as SchemaObject | undefined)?.['content'] ?? {}) as SchemaObject;
}

function responsesOf({ responses }: SchemaObject): SchemaObject {
  return responses as SchemaObject;
}

function answerOf(operation: SchemaObject): { schema?: unknown; example?: unknown } {
  const { content } = responsesOf(operation)['200'] as { content: Record<string, SchemaObject> };
  return content['application/json'] ?? {};
}
