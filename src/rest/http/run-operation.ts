import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql';
import type { ApiKeyScope } from '../../shared/api-key-scope.ts';
import { type Violation, assertNoViolations } from '../../shared/errors.ts';
import { observe } from '../../telemetry/record.ts';
import type { RawInput, RestOperation } from '../operation.ts';
import { isServiceError } from './error-answer.ts';

/** The part of the resolvers' context that REST uses. */
export interface RestContext {
  /** Whether the scopes of the caller's key allow it. */
  hasScope(scope: ApiKeyScope): boolean;
}

/** Receives errors that the response does not contain: all but the first one. */
export type ReportHidden = (error: unknown) => void;

/**
 * Executes the operation and returns the envelope of its response.
 * @throws ServiceError for invalid input, or the first error in document order: data is never sent together with an
 * error
 */
export async function runOperation(
  schema: GraphQLSchema,
  operation: RestOperation,
  input: RawInput,
  contextValue: RestContext,
  reportHidden: ReportHidden,
): Promise<Record<string, unknown>> {
  const violations: Violation[] = [];
  const variableValues = operation.readVariables(input, violations);
  assertNoViolations(violations);
  const { name } = operation;
  const run = (contextValue.hasScope('read') ? null : operation.withoutRead) ?? operation;
  const { document } = run;
  const type = operation.definition.operation;
  const about = { 'graphql.operation.type': type, 'graphql.operation.name': name };
  const result = await observe(`${type} ${name}`, { attributes: about }, () =>
    execute({ schema, document, contextValue, variableValues }),
  );
  return envelopeOf(run, result, reportHidden);
}

function envelopeOf(
  { answer }: Pick<RestOperation, 'answer'>,
  { data, errors }: ExecutionResult,
  reportHidden: ReportHidden,
): Record<string, unknown> {
  const first = errors && answer.firstError(errors);
  if (first) {
    for (const error of errors) if (error !== first && !isServiceError(error)) reportHidden(error);
    throw first;
  }
  return answer.envelope(data ?? {});
}
