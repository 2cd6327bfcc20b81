import { type ASTNode, GraphQLError } from 'graphql';
import { POINTS_PER_OPERATION } from '../../shared/site-limits.ts';

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

export function tooComplex(message: string, details: Record<string, unknown>, node: ASTNode | null): GraphQLError {
  return new GraphQLError(message, { nodes: node, extensions: { ...details, code: 'QUERY_TOO_COMPLEX' } });
}

/** @param list what most of the points come from */
export function tooCostly(points: number, { path, node }: { path: string; node: ASTNode }): GraphQLError {
  const budget = GRAPHQL_LIMITS.cost;
  const says = Number.isSafeInteger(points) ? `${points}` : 'more than can be counted';
  const message = `The operation costs ${says} points, the budget is ${budget}: most of it comes from "${path}"`;
  const cost = Number.isSafeInteger(points) ? points : Number.MAX_SAFE_INTEGER;
  return tooComplex(message, { limit: 'cost', cost, budget, field: path }, node);
}

/** Sets the HTTP status of an error before the operation runs: nothing is answered besides it. */
export function withStatus({ message, nodes, extensions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes: nodes ?? null, extensions: { ...extensions, http: { status: 400 } } });
}
