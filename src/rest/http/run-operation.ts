import type { FastifyBaseLogger } from 'fastify';
import type { RequiredScope } from '../../api/scope.ts';
import { type Violation, assertNoViolations } from '../../shared/errors.ts';
import { observe } from '../../telemetry/record.ts';
import type { CompiledOperation, RawInput, RestOperation } from '../operation.ts';
import { isServiceError } from './error-response.ts';

/** The part of the resolvers' context that REST uses. */
export interface RestContext {
  /** Tells whether the scopes of the caller's key allow this one. */
  hasScope(scope: Exclude<RequiredScope, 'admin'>): boolean;
  /** True if the caller's key rejects query parameters and fields of bodies that the operation does not know. */
  readonly isStrict?: boolean;
}

/**
 * Executes the operation and returns the envelope of its response, as JSON.
 * @throws ServiceError for invalid input, or the first error in document order: data is never sent together with an
 * error
 */
export async function runOperation(
  operation: RestOperation,
  input: RawInput,
  context: RestContext,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<string> {
  const violations: Violation[] = [];
  const variables = operation.readVariables(input, violations);
  assertNoViolations(violations);
  return executeOperation(operation, variables, context, log);
}

/** @throws the first error; the others are logged */
export async function executeOperation(
  operation: CompiledOperation,
  variables: Readonly<Record<string, unknown>>,
  context: RestContext,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<string> {
  const { name, kind } = operation;
  const { execute } = (context.hasScope('read') ? null : operation.writeOnly) ?? operation;
  const attributes = { 'graphql.operation.type': kind, 'graphql.operation.name': name };
  const errors: unknown[] = [];
  const text = await observe(`${kind} ${name}`, { attributes }, () => execute(context, variables, errors));
  if (errors.length === 0) return text;
  const [first, ...others] = errors;
  for (const err of others) if (!isServiceError(err)) log.error({ err }, 'additional error, not part of the response');
  throw first;
}
