import { getNamedType, type GraphQLSchema, isCompositeType } from 'graphql';
import type { RestOperation } from '../operation.ts';
import { fragmentsOf } from '../../graphql/selection/select-fields.ts';
import { type AnswerScope, envelopeSchema } from './answer-schema.ts';
import { eventStream } from './event-stream.ts';
import { type Example, withExample } from './examples.ts';
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
  const scope = { schema, shared, fragments: fragmentsOf(operation.document) };
  const answer = answersOf(operation, scope);
  const reduced = operation.withoutRead?.answer.dataKeys.map((key) => `\`${key}\``).join(', ');
  const content = {
    'application/json': { schema: answer },
    ...(operation.follows ? FOLLOWED : {}),
    ...(operation.streams ? eventStream(operation, { ...scope, namesOf: (type) => [type] }, answer) : {}),
  };
  const limitation = isLess(operation) ? ` With an API key without the scope \`read\`: only ${reduced}.` : '';
  return {
    description: resultOf(operation, schema) + limitation,
    ...(operation.method === 'GET' ? { headers: { ETag: { $ref: '#/components/headers/ETag' } } } : {}),
    content: Object.fromEntries(
      Object.entries(content).map(([type, media]) => [type, withExample(media as SchemaObject, answers[type])]),
    ),
  };
}

/** For API keys without the scope `read` some operations return fewer fields. */
function answersOf(operation: RestOperation, scope: Omit<AnswerScope, 'namesOf'>): SchemaObject {
  const namesOf = (type: string): string[] => [type, operation.name + type];
  const whole = envelopeSchema({ ...scope, namesOf }, operation.definition);
  const { withoutRead } = operation;
  if (!withoutRead || !isLess(operation)) return whole;
  const namesOfLess = (type: string): string[] => [`${type}Identity`, `${operation.name}${type}Identity`];
  return { anyOf: [whole, envelopeSchema({ ...scope, namesOf: namesOfLess }, withoutRead.definition)] };
}

function isLess({ answer, withoutRead }: RestOperation): boolean {
  return withoutRead !== null && withoutRead.answer.dataKeys.length < answer.dataKeys.length;
}

/** What the operation returns: for a query the field says it, for a mutation the type of the field. */
function resultOf({ kind, rootFields: [name = ''] }: RestOperation, schema: GraphQLSchema): string {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[name];
  const type = field && getNamedType(field.type);
  const description = kind === 'query' ? field?.description : isCompositeType(type) && type.description;
  return description ? firstSentence(description) : 'Success.';
}

function firstSentence(text: string): string {
  return /^.+?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}
