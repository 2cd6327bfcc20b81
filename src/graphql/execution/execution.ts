import type { GraphQLError } from 'graphql';
import type { SelectedField } from '../../rest/output/select-fields.ts';

/** What an execution has: variables coerced by GraphQL, the resolvers' context, and arguments that were read before. */
export interface Execution {
  readonly context: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly args: Map<SelectedField, Record<string, unknown>>;
  readonly errors: GraphQLError[];
}
