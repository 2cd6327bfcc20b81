import { trace } from '@opentelemetry/api';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  type ParseOptions,
  type ValidationRule,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { RequestContext } from '../../api/request-context.ts';
import { exactLiteralsRule } from './exact-literals.ts';
import { GRAPHQL_LIMITS } from '../limits/complexity.ts';
import { assertWithinLimits } from '../limits/limits.ts';
import { nestingRule } from '../limits/nesting.ts';
import type { RequestedOperation } from './requested-operation.ts';
import { assertAnswerWithinScopes, assertScopes } from './scopes.ts';
import { assertVariables, withCode } from './variables.ts';

/** Options for parsing a document, on every transport. */
export const PARSE_OPTIONS: ParseOptions = { maxTokens: GRAPHQL_LIMITS.tokens };

/** Validation rules in addition to those of the specification, on every transport. */
export function validationRules(introspection: boolean): ValidationRule[] {
  const rules = [nestingRule, exactLiteralsRule];
  return introspection ? rules : [...rules, NoSchemaIntrospectionCustomRule];
}

/** Checks of a valid operation before it runs, on every transport. */
export function admitOperation(request: RequestedOperation, context: RequestContext): void {
  const { operation } = request.operation;
  // Only the operation type, because the name is the caller's input.
  trace.getActiveSpan()?.updateName(`graphql ${operation}`).setAttribute('graphql.operation.type', operation);
  assertScopes(request, context);
  context.costMeter = assertWithinLimits(request);
  assertAnswerWithinScopes(request, context);
  // Counted only when they fit.
  if (!context.costMeter) assertVariables(request);
}

/**
 * Reads an operation like Apollo Server does at /graphql.
 * @throws GraphQLError with Apollo's codes
 */
export function readOperation(
  schema: GraphQLSchema,
  rules: readonly ValidationRule[],
  { query, operationName }: { query: string; operationName?: string | null | undefined },
): { document: DocumentNode; operation: OperationDefinitionNode } {
  const document = parseDocument(query);
  const [invalid] = validate(schema, document, [...specifiedRules, ...rules]);
  if (invalid) throw withCode(invalid, 'GRAPHQL_VALIDATION_FAILED');
  const operation = getOperationAST(document, operationName);
  if (!operation) {
    const message =
      operationName === undefined || operationName === null
        ? 'Must provide operation name if query contains multiple operations.'
        : `Unknown operation named "${operationName}".`;
    throw withCode(new GraphQLError(message), 'OPERATION_RESOLUTION_FAILURE');
  }
  return { document, operation };
}

function parseDocument(text: string): DocumentNode {
  try {
    return parse(text, PARSE_OPTIONS);
  } catch (error) {
    throw error instanceof GraphQLError ? withCode(error, 'GRAPHQL_PARSE_FAILED') : error;
  }
}
