import { getNamedType, type GraphQLSchema, isCompositeType, type OperationDefinitionNode } from 'graphql';
import type { RestOperation } from '../operation.ts';
import { collectFragments, type SelectionScope } from '../../graphql/selection/select-fields.ts';
import { objectKeys } from '../output/compile-envelope.ts';
import { type AnswerScope, envelopeSchema } from './answer-schema.ts';
import { eventStream } from './event-stream.ts';
import { type Example, addExample } from './examples.ts';
import type { SchemaObject, SharedSchemas } from './schema-object.ts';

const STREAM_RESPONSES: Record<string, SchemaObject> = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description:
        'Server-sent events `changes`: their data is an answer as without streaming, in one line, their id its cursor, which `Last-Event-ID` goes on from. The stream ends after a minute, and clients open it again. An event `error` has the data of an error. Lines that begin with `:` keep the connection open.',
    },
  },
};

/** The response 200 of an operation. */
export function successResponse(
  operation: RestOperation,
  schema: GraphQLSchema,
  shared: SharedSchemas,
  answers: Example['answers'] = {},
): SchemaObject {
  const scope = { schema, shared, fragments: collectFragments(operation.document) };
  const answer = responseSchema(operation, scope);
  const identities = smallerDefinition(operation, scope);
  const keys = identities && objectKeys(scope, identities).map((key) => `\`${key}\``);
  const content = {
    'application/json': { schema: answer },
    ...(operation.follows ? STREAM_RESPONSES : {}),
    ...(operation.streams ? eventStream(operation, { ...scope, preferredNames: (type) => [type] }, answer) : {}),
  };
  const limitation = keys ? ` With an API key without the scope \`read\`: only ${keys.join(', ')}.` : '';
  return {
    description: describeResult(operation, schema) + limitation,
    ...(operation.method === 'GET' ? { headers: { ETag: { $ref: '#/components/headers/ETag' } } } : {}),
    content: Object.fromEntries(
      Object.entries(content).map(([type, media]) => [type, addExample(media as SchemaObject, answers[type])]),
    ),
  };
}

/** The schema of the envelope. To API keys without the scope `read` some operations return fewer fields. */
function responseSchema(operation: RestOperation, scope: Omit<AnswerScope, 'preferredNames'>): SchemaObject {
  const preferredNames = (type: string): string[] => [type, operation.name + type];
  const whole = envelopeSchema({ ...scope, preferredNames }, operation.definition);
  const identities = smallerDefinition(operation, scope);
  if (!identities) return whole;
  const identityNames = (type: string): string[] => [`${type}Identity`, `${operation.name}${type}Identity`];
  return { anyOf: [whole, envelopeSchema({ ...scope, preferredNames: identityNames }, identities)] };
}

/** The definition for keys without the scope `read`, if it selects less. */
function smallerDefinition(
  { definition, writeOnly }: RestOperation,
  scope: SelectionScope,
): OperationDefinitionNode | null {
  if (!writeOnly) return null;
  const isSmaller = objectKeys(scope, writeOnly.definition).length < objectKeys(scope, definition).length;
  return isSmaller ? writeOnly.definition : null;
}

/** Describes what the operation returns: by the field of a query, by the type of the field of a mutation. */
function describeResult({ kind, rootFields: [name = ''] }: RestOperation, schema: GraphQLSchema): string {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[name];
  const type = field && getNamedType(field.type);
  const description = kind === 'query' ? field?.description : isCompositeType(type) && type.description;
  return description ? firstSentence(description) : 'Success.';
}

function firstSentence(text: string): string {
  return /^.+?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}
