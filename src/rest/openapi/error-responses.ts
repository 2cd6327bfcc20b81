import { getNullableType, isEnumType, isInputObjectType, isRequiredInputField } from 'graphql';
import { expectation } from '../input/expectation.ts';
import type { OperationVariable, RestOperation } from '../operation.ts';
import { NOT_JSON } from '../../shared/http/json-body.ts';
import { NOT_JSON_TYPE, tooLarge } from '../../shared/http/request-errors.ts';
import { objectSchema, type SchemaObject } from './schema-object.ts';

/** The schemas of the error envelopes, by component name. */
export const ERROR_SCHEMAS: Readonly<Record<string, SchemaObject>> = {
  Error: {
    ...objectSchema(
      {
        success: { const: false },
        error: { type: 'string', description: 'Error message.' },
        details: {
          type: 'array',
          items: { $ref: '#/components/schemas/FieldError' },
          description:
            'Errors of the input, at most 100; `error` is the first. Also with 409 if the value of a field conflicts.',
        },
        requestId: {
          type: 'string',
          description: 'Id of the request, with status 5xx; quote it when reporting the error.',
        },
      },
      ['success', 'error'],
    ),
    description: 'An error. Some errors have additional fields.',
  },
  ErrorOnly: objectSchema({ error: { type: 'string', description: 'Error message.' } }, ['error']),
  FieldError: objectSchema(
    {
      field: { type: 'string', description: 'Path of the field, such as `actions[1].type`.' },
      message: { type: 'string', description: 'Error message.' },
    },
    ['field', 'message'],
  ),
};

/** Every error status that the operation may return, with example messages. */
export function errorResponses(operation: RestOperation): Map<number, SchemaObject> {
  const statuses = [...textsByStatus(operation)].toSorted(([one], [other]) => one - other);
  return new Map(statuses.map(([status, texts]) => [status, response(operation, status, [...texts])]));
}

const EVERY_OPERATION: readonly (readonly [number, string])[] = [
  [400, 'Malformed request'],
  [401, 'Invalid API key'],
  [403, 'API key does not allow this operation'],
  [429, 'Rate limit exceeded. Try again in 12 seconds.'],
  [500, 'Internal server error'],
  [503, 'The database is not reachable'],
];

const IDEMPOTENCY_CONFLICTS: readonly string[] = [
  'This Idempotency-Key was used for another request',
  'A request with this Idempotency-Key is still running, or was interrupted and may have taken effect',
];

function textsByStatus(operation: RestOperation): Map<number, Set<string>> {
  const texts = new Map<number, Set<string>>();
  const add = (status: number, text: string): void =>
    void texts.set(status, (texts.get(status) ?? new Set()).add(text));
  for (const { status, text } of operation.errors) add(status, text);
  add(401, operation.missingKey);
  for (const [status, text] of EVERY_OPERATION) add(status, text);
  if (operation.idempotency !== 'NONE') {
    add(400, 'Idempotency-Key must have 1 to 255 printable ASCII characters without spaces');
    for (const text of IDEMPOTENCY_CONFLICTS) add(409, text);
  }
  if (takesRevision(operation)) add(412, 'The resource has changed: its current revision is 4');
  for (const text of inputErrors(operation)) add(400, text);
  // An unexpected body is read up to the limit. A GET has none.
  if (operation.method !== 'GET') add(413, tooLarge(operation.bodyLimit));
  if (hasBody(operation)) add(415, NOT_JSON_TYPE);
  return texts;
}

/** Tells whether the caller may name the revision that it has read. */
export function takesRevision({ variables }: RestOperation): boolean {
  return variables.some(({ source }) => source === 'if-match');
}

function hasBody({ variables }: RestOperation): boolean {
  return variables.some(({ source }) => source === 'body');
}

function inputErrors(operation: RestOperation): string[] {
  return operation.variables.flatMap((variable) =>
    variable.source === 'body' ? bodyErrors(variable) : textErrors(variable),
  );
}

function textErrors({ name, source, type }: OperationVariable): string[] {
  if (source === 'if-match') return [];
  const expected = expectation(type);
  return expected === 'a string' || expected === 'an array of strings' ? [] : [`${name} must be ${expected}`];
}

function bodyErrors({ type }: OperationVariable): string[] {
  const input = getNullableType(type);
  if (!isInputObjectType(input)) return [];
  const fields = Object.values(input.getFields());
  const required = fields.filter(isRequiredInputField).map(({ name }) => `${name} is required`);
  const choices = fields.filter((field) => isEnumType(getNullableType(field.type)));
  return [NOT_JSON, ...required, ...choices.map((field) => `${field.name} must be ${expectation(field.type)}`)];
}

/** The description of each status, and the name of the component that most operations refer to. */
export const STATUSES: Readonly<Record<number, readonly [description: string, component?: string]>> = {
  400: ['Invalid request: the message names the invalid part.', 'BadRequest'],
  401: ['The API key or the identity token is missing or invalid.', 'Unauthenticated'],
  403: ['The API key or the user is not allowed to do this.', 'Forbidden'],
  404: ['The resource does not exist, or belongs to another site.'],
  409: ['Conflict with an existing resource or another request.', 'Conflict'],
  412: [
    'The resource has another revision than `If-Match` names: `revision` is the current one.',
    'PreconditionFailed',
  ],
  413: ['The request body or the file is too large.', 'PayloadTooLarge'],
  415: ['The Content-Type of the body is not application/json.', 'UnsupportedMediaType'],
  429: ['Rate limit exceeded. `Retry-After` has the seconds to wait.', 'RateLimited'],
  500: ['Internal error of the service.', 'InternalError'],
  502: ['An external service failed.', 'BadGateway'],
  503: ['The service or one of its dependencies is unavailable. `Retry-After` has the seconds to wait.', 'Unavailable'],
};

function response(operation: RestOperation, status: number, texts: readonly string[]): SchemaObject {
  const schema = { $ref: `#/components/schemas/${operation.errorEnvelope === 'ERROR_ONLY' ? 'ErrorOnly' : 'Error'}` };
  const examples = Object.fromEntries(texts.map((text) => [text, { value: createExample(operation, status, text) }]));
  return {
    description: STATUSES[status]?.[0] ?? 'Error.',
    ...(status === 429 || status === 503
      ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
      : {}),
    content: { 'application/json': { schema, examples: numberExamples(examples) } },
  };
}

function createExample({ errorEnvelope }: RestOperation, status: number, text: string): SchemaObject {
  if (errorEnvelope === 'ERROR_ONLY') return { error: text };
  return { success: false, error: text, ...(status >= 500 ? { requestId: 'req-1a2b' } : {}) };
}

/** Names of examples may only contain letters, digits, `.`, `-` and `_`. */
function numberExamples(examples: Record<string, SchemaObject>): Record<string, SchemaObject> {
  return Object.fromEntries(
    Object.entries(examples).map(([text, example], index) => [`${index + 1}`, { summary: text, ...example }]),
  );
}
