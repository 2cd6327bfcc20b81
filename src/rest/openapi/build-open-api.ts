import { isBracketed } from '../input/bracket-input.ts';
import { type GraphQLSchema, isNonNullType, visit } from 'graphql';
import type { OperationVariable, RestOperation } from '../operation.ts';
import { addBounds } from './bounds-schema.ts';
import { ERROR_SCHEMAS, takesRevision } from './error-responses.ts';
import { type Example, type Examples, addExample } from './examples.ts';
import { sharedErrors } from './shared-errors.ts';
import { formBody, mergeOperations } from './form-body.ts';
import { requiredSchema } from './input-schema.ts';
import { useRestTerms } from './rest-terms.ts';
import { describe, type SchemaObject, SharedSchemas } from './schema-object.ts';
import { successResponse } from './success-response.ts';

export interface OpenApiInfo {
  title: string;
  version: string;
  description: string;
  /** Prefix of every path: `/api/sdk`. */
  prefix: string;
  /** URL of the server, without the prefix. */
  server: string;
  /** The purpose of the operations in each folder of documents. */
  tags: Readonly<Record<string, string>>;
  /** Examples by operation. */
  examples?: Examples;
}

/** Builds the OpenAPI 3.1 document of the operations. The output is deterministic. */
export function buildOpenApi(
  operations: readonly RestOperation[],
  schema: GraphQLSchema,
  info: OpenApiInfo,
): SchemaObject {
  const shared = new SharedSchemas('#/components/schemas', fragmentNames(operations));
  const errors = sharedErrors(operations);
  Object.assign(shared.schemas, ERROR_SCHEMAS);
  const paths: Record<string, SchemaObject> = {};
  for (const operation of operations.toSorted(comparePaths)) {
    const path = info.prefix + operation.path.replaceAll(/:(\w+)/g, '{$1}');
    const methods = (paths[path] ??= {});
    const method = operation.method.toLowerCase();
    const example = info.examples?.[operation.name];
    const object = operationObject(operation, schema, { shared, errors, example });
    methods[method] = method in methods ? mergeOperations(methods[method] as SchemaObject, object) : object;
  }
  const document = {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version, description: info.description },
    servers: [{ url: info.server }],
    tags: tags(operations, info.tags),
    paths,
    components: {
      schemas: shared.sorted(),
      responses: errors.responses,
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
  return useRestTerms(document, operations);
}

const METHOD_ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function comparePaths(one: RestOperation, other: RestOperation): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return METHOD_ORDER.indexOf(one.method) - METHOD_ORDER.indexOf(other.method);
}

const SECURITY_SCHEMES: SchemaObject = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-API-Key',
    description:
      'API key of the site. Keep it on the server side of an application. The roles of an operation are scopes of the key.',
  },
  IdentityToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "ID token of the user, issued by the site's identity provider.",
  },
};

const HEADERS: SchemaObject = {
  ETag: {
    description: 'Entity tag of this response, for `If-None-Match`; of one resource, also for `If-Match`.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
};

const PARAMETERS: SchemaObject = {
  IfMatch: header(
    'If-Match',
    'The revision at which the caller has read the resource: `"3"`, or the `ETag` of its GET. If the resource has ' +
      'another revision by now, nothing is written: 412, with the current `revision`. Without it, any revision.',
    { type: 'string' },
  ),
  Preview: header(
    'X-Svc-Preview',
    'Whether content items are read as their drafts have them. Requires the scope `preview`.',
    { type: 'boolean', default: false },
  ),
  PreviewToken: header(
    'X-Svc-Preview-Token',
    'A preview token of the site, which shows drafts and unpublished items instead of the scope `preview`.',
    { type: 'string' },
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    'A unique key for this request, such as a UUID. Within 24 hours a request with the same key and body is not ' +
      'executed again: it gets the stored response, with the header `Idempotent-Replayed: true`.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  ),
};

function header(name: string, description: string, schema: SchemaObject): SchemaObject {
  return { name, in: 'header', required: false, description, schema };
}

/** References to parameters of every operation that takes them. */
function headerParameters(operation: RestOperation): SchemaObject[] {
  const names = [
    ...(takesRevision(operation) ? ['IfMatch'] : []),
    ...(operation.topics?.includes('content') ? ['Preview', 'PreviewToken'] : []),
    ...(operation.idempotency === 'NONE' ? [] : ['IdempotencyKey']),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function tags(operations: readonly RestOperation[], descriptions: OpenApiInfo['tags']): SchemaObject[] {
  return [...new Set(operations.map(({ tag }) => tag))]
    .filter((tag) => tag !== '')
    .toSorted()
    .map((name) => describe({ name }, descriptions[name]));
}

interface Components {
  shared: SharedSchemas;
  errors: ReturnType<typeof sharedErrors>;
  example: Example | undefined;
}

function operationObject(
  operation: RestOperation,
  schema: GraphQLSchema,
  { shared, errors, example }: Components,
): SchemaObject {
  const body = operation.variables.find(({ source }) => source === 'body');
  return {
    operationId: operation.name,
    summary: sentence(operation.name),
    ...describe({}, operation.description),
    tags: operation.tag === '' ? [] : [operation.tag],
    security: security(operation),
    parameters: [
      ...operation.variables
        .filter(({ source }) => source === 'path' || source === 'query')
        .map((variable) => addExample(parameter(shared, variable), example?.path?.[variable.name])),
      ...headerParameters(operation),
    ],
    ...(body ? { requestBody: requestBody(shared, body, operation, example?.body) } : {}),
    ...(operation.takesForm ? { requestBody: formBody(shared, operation, example) } : {}),
    responses: {
      '200': successResponse(operation, schema, shared, example?.answers),
      ...notModified(operation),
      ...errors.get(operation),
    },
  };
}

/** The key, whose needed scopes are named as roles, with or without a user's token. */
function security({ scopes }: RestOperation): SchemaObject[] {
  return [{ ApiKey: scopes }, { ApiKey: scopes, IdentityToken: [] }];
}

/** `ListContentTypes` → `List content types`. */
function sentence(name: string): string {
  const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parameter(
  shared: SharedSchemas,
  { name, source, type, defaultValue, description, bounds }: OperationVariable,
): SchemaObject {
  if (isBracketed(type)) return bracketParameter(name, description);
  const schema = addBounds(requiredSchema(shared, type), bounds);
  const required = source === 'path' || (isNonNullType(type) && defaultValue === undefined);
  return {
    name,
    in: source,
    required,
    ...describe({}, description),
    schema: defaultValue === undefined || defaultValue === null ? schema : { ...schema, default: defaultValue },
  };
}

/** Objects in an object are not covered by `deepObject`, so the values are described in words. */
function bracketParameter(name: string, description: string | undefined): SchemaObject {
  const schema = { type: 'object', additionalProperties: true };
  return {
    name,
    in: 'query',
    required: false,
    style: 'deepObject',
    explode: true,
    ...describe({}, description),
    schema,
  };
}

function requestBody(
  shared: SharedSchemas,
  { type, description }: OperationVariable,
  { bodyLimit }: RestOperation,
  example: unknown,
): SchemaObject {
  return {
    required: isNonNullType(type),
    ...describe({}, description),
    content: { 'application/json': addExample({ schema: requiredSchema(shared, type) }, example) },
    'x-maxBodyBytes': bodyLimit,
  };
}

function notModified({ method }: RestOperation): Record<string, SchemaObject> {
  return method === 'GET'
    ? { '304': { description: 'Not modified: `If-None-Match` has the current entity tag.' } }
    : {};
}

/** Fragments that become components of their name: those that are selected without a condition. */
function fragmentNames(operations: readonly RestOperation[]): Set<string> {
  const names = new Set<string>();
  for (const { document } of operations) {
    visit(document, {
      FragmentSpread: ({ name, directives }) => void (directives?.length === 0 && names.add(name.value)),
    });
  }
  return names;
}
