import {
  type ASTNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { collectFragments } from '../selection/select-fields.ts';
import type { RequestedOperation } from '../rules/requested-operation.ts';
import { selectedFields } from '../../api/selected-fields.ts';
import { fittingVariables } from '../rules/variables.ts';
import { GRAPHQL_LIMITS, tooComplex, tooCostly, withStatus } from './complexity.ts';
import { type PlacedField, QueryCost } from './query-cost.ts';
import { OperationCostMeter } from './operation-cost-meter.ts';

/**
 * Before an operation runs. A query is counted by what it resolves while it runs, in the returned `OperationCostMeter`; before, only
 * what is certain. Mutations and subscriptions must not end halfway, so the estimate of all their lists must be in the budget.
 * @throws GraphQLError QUERY_TOO_COMPLEX, HTTP status 400, that says what is too much of what
 */
export function assertWithinLimits(request: RequestedOperation): OperationCostMeter | null {
  const { operation } = request;
  const fragments = collectFragments(request.document);
  const { aliases, directives, rootFields } = countWritten(operation, fragments);
  assertAtMost('aliases', aliases, 'has', operation, 'aliases');
  assertAtMost('directives', directives, 'has', operation, 'directives');
  assertAtMost('rootFields', rootFields, 'asks for', operation, 'root fields');
  const variables = fittingVariables(request);
  // `assertVariables` says why.
  if (!variables) return null;
  const cost = new QueryCost({ ...request, fragments, variables });
  const measure = cost.measureOperation();
  assertAtMost('depth', measure.depth, 'nests fields', operation, 'deep');
  const points = operation.operation === OperationTypeNode.QUERY ? measure.certain : measure.estimated;
  if (points > GRAPHQL_LIMITS.cost) {
    throw withStatus(tooCostly(points, heaviestField(cost) ?? { path: '', node: operation }));
  }
  // A subscription has any number of answers.
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) return null;
  return new OperationCostMeter(cost);
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

/** Where the estimated cost of an operation comes from: the innermost field that holds at least half of it, else its heaviest root. */
function heaviestField(cost: QueryCost): { path: string; node: FieldNode } | undefined {
  const half = cost.measureOperation().estimated / 2;
  const path: PlacedField[] = [];
  let parents = 1;
  for (let field = findHeaviest(cost, cost.placedFields()); field;) {
    if (path.length > 0 && parents * cost.measureField(field).estimated < half) break;
    path.push(field);
    const { node, price } = field;
    parents *= price?.size ?? 1;
    field =
      node.selectionSet && price?.below
        ? findHeaviest(cost, cost.placedFields(node.selectionSet, price.below))
        : undefined;
  }
  const last = path.at(-1);
  return last && { path: path.map(({ node }) => (node.alias ?? node.name).value).join('.'), node: last.node };
}

function findHeaviest(cost: QueryCost, fields: readonly PlacedField[]): PlacedField | undefined {
  let heaviest: PlacedField | undefined;
  let max = -1;
  for (const field of fields) {
    const points = cost.measureField(field).estimated;
    if (points > max) [heaviest, max] = [field, points];
  }
  return heaviest;
}

/** How much stands in an operation and the fragments that it uses, each fragment counted once. */
export function countWritten(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
) {
  let aliases = 0;
  let directives = operation.directives?.length ?? 0;
  const entered = new Set<string>();
  const count = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      directives += selection.directives?.length ?? 0;
      if (selection.kind === Kind.FIELD && selection.alias) aliases += 1;
      if (selection.kind !== Kind.FRAGMENT_SPREAD) {
        if (selection.selectionSet) count(selection.selectionSet);
      } else if (!entered.has(selection.name.value)) {
        entered.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        directives += fragment?.directives?.length ?? 0;
        if (fragment) count(fragment.selectionSet);
      }
    }
  };
  count(operation.selectionSet);
  const rootFields = [...selectedFields(operation.selectionSet, (name) => fragments.get(name))].length;
  return { aliases, directives, rootFields };
}
