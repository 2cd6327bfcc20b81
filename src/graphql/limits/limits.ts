import { type ASTNode, GraphQLError, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { fragmentsOf } from '../../rest/output/select-fields.ts';
import type { RequestedOperation } from '../requested-operation.ts';
import { fittingVariables } from '../variables.ts';
import { POINTS_PER_OPERATION } from '../../shared/site-limits.ts';
import { heaviestField } from './heaviest-field.ts';
import { QueryCost } from './query-cost.ts';
import { Spending } from './spending.ts';
import { type Written, countWritten } from './written.ts';

/** What one operation may ask for. Published in `docs/graphql-limits.md`. */
export const GRAPHQL_LIMITS = {
  /** Points; `@Cost` says at a field what it costs. */
  cost: POINTS_PER_OPERATION,
  /** Fields inside fields. */
  depth: 15,
  aliases: 30,
  /** Fields of the query or mutation itself. */
  rootFields: 20,
  directives: 50,
  /** Names, braces, strings and the like in a document. */
  tokens: 10_000,
  /** Braces, brackets and parentheses inside each other. */
  brackets: 60,
  /** Pairs of equal names outside of arguments, in a document: n times the same name are n(n - 1) / 2 pairs. */
  namePairs: 10_000,
} as const;

/**
 * Before an operation runs. A query is counted by what it resolves while it runs, in the returned `Spending`; before, only
 * what is certain. Mutations and subscriptions must not end halfway, so the estimate of all their lists must be in the budget.
 * @throws GraphQLError QUERY_TOO_COMPLEX, HTTP status 400, that says what is too much of what
 */
export function assertWithinLimits(request: RequestedOperation): Spending | null {
  const { operation } = request;
  const fragments = fragmentsOf(request.document);
  assertTextLimits(countWritten(operation, fragments), operation);
  const variables = fittingVariables(request);
  // `assertVariables` says why.
  if (!variables) return null;
  const cost = new QueryCost({ ...request, fragments, variables });
  const measure = cost.ofOperation();
  assertAtMost('depth', measure.depth, 'nests fields', operation, 'deep');
  const points = operation.operation === OperationTypeNode.QUERY ? measure.certain : measure.estimated;
  if (points > GRAPHQL_LIMITS.cost) {
    throw withStatus(tooCostly(points, heaviestField(cost) ?? { path: '', node: operation }));
  }
  // A subscription has any number of answers.
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) return null;
  return new Spending(cost, GRAPHQL_LIMITS.cost, tooCostly);
}

function assertTextLimits({ aliases, directives, rootFields }: Written, operation: OperationDefinitionNode): void {
  assertAtMost('aliases', aliases, 'has', operation, 'aliases');
  assertAtMost('directives', directives, 'has', operation, 'directives');
  assertAtMost('rootFields', rootFields, 'asks for', operation, 'root fields');
}

function assertAtMost(
  limit: 'depth' | 'aliases' | 'rootFields' | 'directives',
  value: number,
  verb: string,
  node: ASTNode,
  noun: string,
): void {
  const max = GRAPHQL_LIMITS[limit];
  if (value <= max) return;
  const message = `The operation ${verb} ${value} ${noun}, at most ${max} are allowed`;
  throw withStatus(tooComplex(message, { limit, value, most: max }, node));
}

function tooCostly(points: number, { path, node }: { path: string; node: ASTNode }): GraphQLError {
  const budget = GRAPHQL_LIMITS.cost;
  const says = Number.isSafeInteger(points) ? `${points}` : 'more than can be counted';
  const message = `The operation costs ${says} points, the budget is ${budget}: most of it comes from "${path}"`;
  const cost = Number.isSafeInteger(points) ? points : Number.MAX_SAFE_INTEGER;
  return tooComplex(message, { limit: 'cost', cost, budget, field: path }, node);
}

export function tooComplex(message: string, details: Record<string, unknown>, node: ASTNode | null): GraphQLError {
  return new GraphQLError(message, { nodes: node, extensions: { ...details, code: 'QUERY_TOO_COMPLEX' } });
}

/** For an error before the operation runs: nothing is answered besides it. */
export function withStatus({ message, nodes, extensions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes: nodes ?? null, extensions: { ...extensions, http: { status: 400 } } });
}
