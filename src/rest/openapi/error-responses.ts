import { getNullableType, isEnumType, isInputObjectType, isRequiredInputField } from 'graphql';
import { expectation } from '../input/expectation.ts';
import type { OperationVariable, RestOperation } from '../operation.ts';
import { NOT_JSON } from '../../shared/json-body.ts';
import { NOT_JSON_TYPE, tooLarge } from '../refusals.ts';
import { objectSchema, type SchemaObject } from './schema-object.ts';

/** The schemas of the error envelopes, by component name. */
export const ERROR_SCHEMAS: Readonly<Record<string, SchemaObject>> = {
  Error: {
    ...objectSchema(
      {
        success: { const: false },
        error: { type: 'string', description: 'What is wrong, as a sentence for people.' },
        details: {
          type: 'array',
          items: { $ref: '#/components/schemas/Fault' },
          description: 'Every fault of the input; `error` is the first.',
        },
        requestId: { type: 'string', description: 'With 5xx: what to name when asking for help.' },
      },
      ['success', 'error'],
    ),
    description: 'Some errors have further fields.',
  },
  ErrorOnly: objectSchema({ error: { type: 'string', description: 'What is wrong, as a sentence for people.' } }, [
    'error',
  ]),
  Fault: objectSchema(
    {
      field: { type: 'string', description: 'Where it is: a path such as `actions[1].type`.' },
      message: { type: 'string' },
    },
    ['field', 'message'],
  ),
};

/** Every status other than success that the operation may answer, with examples of its texts. */
export function errorResponses(operation: RestOperation): Record<string, SchemaObject> {
  const statuses = [...textsByStatus(operation)].toSorted(([one], [other]) => one - other);
  return Object.fromEntries(
    statuses.map(([status, texts]) => [String(status), response(operation, status, [...texts])]),
  );
}

const EVERY_OPERATION: readonly (readonly [number, string])[] = [
  [400, 'Malformed request'],
  [401, 'API key required'],
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

/** An operation with an envelope of its own also has texts of its own, which then stand for the usual ones. */
function textsByStatus(operation: RestOperation): Map<number, Set<string>> {
  const texts = new Map<number, Set<string>>();
  const add = (status: number, text: string): void =>
    void texts.set(status, (texts.get(status) ?? new Set()).add(text));
  for (const { status, text } of operation.errors) add(status, text);
  const replaced = operation.errorEnvelope === 'errorOnly' ? new Set(texts.keys()) : new Set<number>();
  for (const [status, text] of EVERY_OPERATION) if (!replaced.has(status)) add(status, text);
  if (operation.idempotency !== 'none') {
    add(400, 'Idempotency-Key must have 1 to 255 printable ASCII characters without blanks');
    for (const text of IDEMPOTENCY_CONFLICTS) add(409, text);
  }
  for (const text of inputFaults(operation)) add(400, text);
  // A body that the operation does not take is read past, but not without end. A GET has none.
  if (operation.method !== 'GET') add(413, tooLarge(operation.bodyLimit));
  if (hasBody(operation)) add(415, NOT_JSON_TYPE);
  return texts;
}

function hasBody({ variables }: RestOperation): boolean {
  return variables.some(({ source }) => source === 'body');
}

function inputFaults(operation: RestOperation): string[] {
  return operation.variables.flatMap((variable) =>
    variable.source === 'body' ? bodyFaults(variable) : textFaults(variable),
  );
}

function textFaults({ name, type }: OperationVariable): string[] {
  const expected = expectation(type);
  return expected === 'a string' || expected === 'an array of strings' ? [] : [`${name} must be ${expected}`];
}

function bodyFaults({ type }: OperationVariable): string[] {
  const input = getNullableType(type);
  if (!isInputObjectType(input)) return [];
  const fields = Object.values(input.getFields());
  const required = fields.filter(isRequiredInputField).map(({ name }) => `${name} is required`);
  const choices = fields.filter((field) => isEnumType(getNullableType(field.type)));
  return [NOT_JSON, ...required, ...choices.map((field) => `${field.name} must be ${expectation(field.type)}`)];
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The input is wrong.',
  401: 'The key or the token is missing or not valid.',
  403: 'The key or the user may not do this.',
  404: 'There is no such resource.',
  409: 'It contradicts what is there.',
  413: 'It is too large.',
  415: 'The body is not JSON.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'The service failed.',
  502: 'A service behind this one failed.',
  503: 'The service, or what it needs, cannot do this now; `Retry-After` says when to come back.',
};

function response(operation: RestOperation, status: number, texts: readonly string[]): SchemaObject {
  const schema = { $ref: `#/components/schemas/${operation.errorEnvelope === 'errorOnly' ? 'ErrorOnly' : 'Error'}` };
  const examples = Object.fromEntries(texts.map((text) => [text, { value: exampleOf(operation, status, text) }]));
  return {
    description: DESCRIPTIONS[status] ?? 'The operation was refused.',
    ...(status === 429 || status === 503
      ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
      : {}),
    content: { 'application/json': { schema, examples: keyed(examples) } },
  };
}

function exampleOf({ errorEnvelope }: RestOperation, status: number, text: string): SchemaObject {
  if (errorEnvelope === 'errorOnly') return { error: text };
  return { success: false, error: text, ...(status >= 500 ? { requestId: 'req-1a2b' } : {}) };
}

/** Names of examples may hold letters, digits, `.`, `-` and `_` only. */
function keyed(examples: Record<string, SchemaObject>): Record<string, SchemaObject> {
  return Object.fromEntries(
    Object.entries(examples).map(([text, example], index) => [`${index + 1}`, { summary: text, ...example }]),
  );
}
