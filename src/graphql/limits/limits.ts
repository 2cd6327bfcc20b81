import { type ASTNode, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { fragmentsOf } from '../../rest/output/select-fields.ts';
import type { RequestedOperation } from '../requested-operation.ts';
import { fittingVariables } from '../variables.ts';
import { GRAPHQL_LIMITS, tooComplex, tooCostly, withStatus } from './complexity.ts';
import { heaviestField } from './heaviest-field.ts';
import { QueryCost } from './query-cost.ts';
import { Spending } from './spending.ts';
import { type Written, countWritten } from './written.ts';

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
  return new Spending(cost);
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
