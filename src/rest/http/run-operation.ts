import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { type Fault, refuseFaults } from '../../shared/errors.ts';
import { observe } from '../../telemetry/record.ts';
import type { RawInput, RestOperation } from '../operation.ts';
import { isRefusal } from './error-answer.ts';

/** What REST itself asks of the resolvers' context. */
export interface RestContext {
  /** Whether the scopes of the caller's key allow it. */
  hasScope(scope: 'read' | 'write'): boolean;
}

/** Told of errors that the answer does not show: those beside the first one. */
export type ReportHidden = (error: unknown) => void;

/**
 * Runs the operation and makes the envelope of its answer.
 * @throws ServiceError for input that does not fit, or the error that stands first in the document: data never comes with an error.
 */
export async function runOperation(
  schema: GraphQLSchema,
  operation: RestOperation,
  input: RawInput,
  contextValue: RestContext,
  reportHidden: ReportHidden,
): Promise<Record<string, unknown>> {
  const faults: Fault[] = [];
  const variableValues = operation.readVariables(input, faults);
  refuseFaults(faults);
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
    for (const error of errors) if (error !== first && !isRefusal(error)) reportHidden(error);
    throw first;
  }
  return answer.envelope(data ?? {});
}
