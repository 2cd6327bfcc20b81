import { type FieldNode, type GraphQLError, type GraphQLResolveInfo, OperationTypeNode } from 'graphql';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { CostMeter } from '../../api/request-context.ts';
import { GRAPHQL_LIMITS, tooCostly } from './complexity.ts';
import type { QueryCost } from './query-cost.ts';

interface ListCost {
  points: number;
  /** The path in the answer, such as `contents.items.references`. */
  path: string;
  node: FieldNode;
}

/**
 * What a running operation costs, counted list by list: before the elements of a list are resolved.
 * See decision 90.
 */
export class OperationCostMeter implements CostMeter {
  /** The error that is set as soon as the budget is exceeded: no further list is resolved. */
  private budgetError: GraphQLError | null = null;
  private readonly cost: QueryCost;
  private points: number;
  private readonly lists = new Map<FieldNode, ListCost>();
  private readonly elementCosts = new Map<FieldNode, number>();

  constructor(cost: QueryCost) {
    this.cost = cost;
    this.points = cost.measureOperation().certain;
  }

  /** What a query is answered with instead of data; null for a mutation, because its writes have happened. */
  get rejection(): GraphQLError | null {
    return this.cost.operation.operation === OperationTypeNode.QUERY ? this.budgetError : null;
  }

  /** @throws GraphQLError QUERY_TOO_COMPLEX where `count` elements of this list exceed the budget */
  countList(info: GraphQLResolveInfo, count: number): void {
    if (this.budgetError) throw this.budgetError;
    const [node] = info.fieldNodes;
    if (!node || count === 0) return;
    const { fieldNodes, parentType } = info;
    this.addPoints(
      info,
      count * getOrAdd(this.elementCosts, node, () => this.cost.elementCost(fieldNodes, parentType)),
    );
  }

  /** @throws GraphQLError QUERY_TOO_COMPLEX where what the field costs besides exceeds the budget */
  addPoints(info: GraphQLResolveInfo, points: number): void {
    if (this.budgetError) throw this.budgetError;
    const [node] = info.fieldNodes;
    if (!node || points === 0) return;
    this.points += points;
    const list = getOrAdd(this.lists, node, () => ({ points: 0, path: formatPath(info), node }));
    list.points += points;
    if (this.points <= GRAPHQL_LIMITS.cost) return;
    this.budgetError = tooCostly(this.points, this.costliest(list));
    throw this.budgetError;
  }

  private costliest(last: ListCost): ListCost {
    return [...this.lists.values()].reduce((most, one) => (one.points > most.points ? one : most), last);
  }
}

/** The path without positions in lists. */
function formatPath({ path }: GraphQLResolveInfo): string {
  const keys: string[] = [];
  for (let place: GraphQLResolveInfo['path'] | undefined = path; place; place = place.prev) {
    if (typeof place.key === 'string') keys.unshift(place.key);
  }
  return keys.join('.');
}
