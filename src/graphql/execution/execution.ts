import type { GraphQLError } from 'graphql';
import type { Execution as RestExecution } from '../../rest/output/resolve-field.ts';

/** An execution that goes on after errors. */
export interface Execution extends RestExecution {
  readonly errors: GraphQLError[];
}
