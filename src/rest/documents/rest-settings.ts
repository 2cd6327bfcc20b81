import {
  getDirectiveValues,
  type GraphQLDirective,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { ACCESS_ERRORS } from '../../api/access-level.types.ts';
import type { DeclaredError, RestMethod, RestSettings } from '../operation.ts';

/** The arguments that graphql-js reads, with its defaults. */
type RestArguments = Omit<RestSettings, 'idempotency' | 'errors'> & {
  accessErrors: boolean;
  idempotency?: RestSettings['idempotency'] | null;
  errors: string[];
};

/** The settings in the `@rest` of a validated operation; undefined if it has none. `schema` must contain the directives. */
export function restSettings(schema: GraphQLSchema, operation: OperationDefinitionNode): RestSettings | undefined {
  const directive = schema.getDirective('rest') as GraphQLDirective;
  const values = getDirectiveValues(directive, operation) as RestArguments | undefined;
  if (!values) return undefined;
  const { accessErrors, errors, idempotency, ...others } = values;
  const isWrite = others.method === 'POST' && operation.operation === OperationTypeNode.MUTATION;
  return {
    ...others,
    idempotency: idempotency ?? (isWrite ? 'TRANSACTION' : 'NONE'),
    errors: [...(accessErrors ? ACCESS_ERRORS : []), ...errors.map(declaredError)],
  };
}

/** Names of the path's variables, in order. */
export function pathVariables(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

export function takesBody(method: RestMethod): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** Status 0 if the text does not start with one; the check of the document reports it. */
function declaredError(line: string): DeclaredError {
  const [, status = '0', text = line] = /^([45]\d\d) (\S.*)$/s.exec(line) ?? [];
  return { status: Number(status), text };
}
