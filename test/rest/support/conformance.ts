import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** What an answer must be measured by: the OpenAPI document that describes it. */
export interface Description {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, DescribedResponse | { $ref: string }> }>
  >;
  components: { schemas: Record<string, object>; responses: Record<string, DescribedResponse> };
}

interface DescribedResponse {
  content?: Record<string, { schema: object }>;
}

/** The response, which may be a component. */
export function responseOf<Response extends object>(
  responses: Readonly<Record<string, Response>>,
  response: Response | { $ref: string } | undefined,
): Response | undefined {
  return response && '$ref' in response ? responses[response.$ref.split('/').at(-1) ?? ''] : response;
}

/** Tells what is wrong with an answer of the operation, by the document; an empty list when it is as described. */
export function checkerFor(openapi: Description): (operationId: string, status: number, body: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const operations = Object.values(openapi.paths).flatMap((methods) => Object.values(methods));
  const compiled = new Map<string, ValidateFunction>();
  return (operationId, status, body) => {
    const response = operations.find((operation) => operation.operationId === operationId)?.responses[String(status)];
    const schema = responseOf(openapi.components.responses, response)?.content?.['application/json']?.schema;
    if (!schema) return [`${operationId} does not describe ${status}`];
    const key = `${operationId} ${status}`;
    const validate = compiled.get(key) ?? ajv.compile(closed(schema, openapi.components));
    compiled.set(key, validate);
    return validate(body) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}

/** Beyond what the document demands: a field that it does not describe is a fault too, at every depth. Errors may have extras. */
function closed(schema: object, components: Description['components']): object {
  const schemas = Object.entries(components.schemas).map(([name, shared]) => [name, closeParts(shared)]);
  return { ...closeValue(schema), components: { schemas: Object.fromEntries(schemas) as object } };
}

type Schema = Record<string, unknown>;

function closeValue(schema: object): Schema {
  const holdsFields =
    'properties' in schema || 'allOf' in schema || ('$ref' in schema && schema.$ref !== '#/components/schemas/Error');
  return holdsFields ? { ...closeParts(schema), unevaluatedProperties: false } : closeParts(schema);
}

function closeParts(schema: object): Schema {
  const { properties, items, allOf, anyOf } = schema as Record<string, Record<string, object> & object[]>;
  return {
    ...schema,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, closeValue(value)])) }
      : {}),
    ...(items ? { items: closeValue(items) } : {}),
    ...(allOf ? { allOf: allOf.map(closeParts) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(closeValue) } : {}),
  };
}
