import { getNamedType, type GraphQLSchema, isCompositeType } from 'graphql';
import type { RestOperation } from '../operation.ts';
import { collectFragments } from '../../graphql/selection/select-fields.ts';
import { type AnswerScope, envelopeSchema } from './answer-schema.ts';
import { eventStream } from './event-stream.ts';
import { type Example, addExample } from './examples.ts';
import type { SchemaObject, SharedSchemas } from './schema-object.ts';

const FOLLOWED: Record<string, SchemaObject> = {
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
  const writeOnlyKeys = operation.writeOnly?.envelope.dataKeys.map((key) => `\`${key}\``).join(', ');
  const content = {
    'application/json': { schema: answer },
    ...(operation.follows ? FOLLOWED : {}),
    ...(operation.streams ? eventStream(operation, { ...scope, namesOf: (type) => [type] }, answer) : {}),
  };
  const limitation = hasFewerKeys(operation)
    ? ` With an API key without the scope \`read\`: only ${writeOnlyKeys}.`
    : '';
  return {
    description: describeResult(operation, schema) + limitation,
    ...(operation.method === 'GET' ? { headers: { ETag: { $ref: '#/components/headers/ETag' } } } : {}),
    content: Object.fromEntries(
      Object.entries(content).map(([type, media]) => [type, addExample(media as SchemaObject, answers[type])]),
    ),
  };
}

/** The schema of the envelope. To API keys without the scope `read` some operations return fewer fields. */
function responseSchema(operation: RestOperation, scope: Omit<AnswerScope, 'namesOf'>): SchemaObject {
  const namesOf = (type: string): string[] => [type, operation.name + type];
  const whole = envelopeSchema({ ...scope, namesOf }, operation.definition);
  const { writeOnly } = operation;
  if (!writeOnly || !hasFewerKeys(operation)) return whole;
  const writeOnlyNames = (type: string): string[] => [`${type}Identity`, `${operation.name}${type}Identity`];
  return { anyOf: [whole, envelopeSchema({ ...scope, namesOf: writeOnlyNames }, writeOnly.definition)] };
}

function hasFewerKeys({ envelope, writeOnly }: RestOperation): boolean {
  return writeOnly !== null && writeOnly.envelope.dataKeys.length < envelope.dataKeys.length;
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
