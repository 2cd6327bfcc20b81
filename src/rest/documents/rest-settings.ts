import {
  getDirectiveValues,
  type GraphQLDirective,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Idempotency } from '../idempotency.ts';
import type { DeclaredError, RestMethod, RestSettings } from '../operation.ts';

/** Arguments of `@rest`, with the defaults filled in by graphql-js. */
interface RestArguments {
  method: RestMethod;
  path: string;
  bodyLimit: number;
  missingKey: string;
  errorEnvelope: 'STANDARD' | 'ERROR_ONLY';
  idempotency?: Uppercase<Idempotency> | null;
  streams: boolean;
  errors: string[];
}

/** The settings in the `@rest` of a validated operation; undefined if it has none. `schema` must contain the directives. */
export function restSettings(schema: GraphQLSchema, operation: OperationDefinitionNode): RestSettings | undefined {
  const directive = schema.getDirective('rest') as GraphQLDirective;
  const values = getDirectiveValues(directive, operation) as RestArguments | undefined;
  if (!values) return undefined;
  return {
    method: values.method,
    path: values.path,
    bodyLimit: values.bodyLimit,
    missingKey: values.missingKey,
    errorEnvelope: values.errorEnvelope === 'ERROR_ONLY' ? 'errorOnly' : 'standard',
    idempotency: idempotencyOf(values, operation),
    streams: values.streams,
    errors: values.errors.map(declaredError),
  };
}

/** Names of the path's variables, in order. */
export function pathVariables(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

export function takesBody(method: RestMethod): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

function idempotencyOf({ idempotency, method }: RestArguments, { operation }: OperationDefinitionNode): Idempotency {
  if (idempotency) return idempotency.toLowerCase() as Idempotency;
  return method === 'POST' && operation === OperationTypeNode.MUTATION ? 'transaction' : 'none';
}

/** Status 0 if the text does not start with one; the check of the document reports it. */
function declaredError(line: string): DeclaredError {
  const [, status = '0', text = line] = /^([45]\d\d) (\S.*)$/s.exec(line) ?? [];
  return { status: Number(status), text };
}
