import { Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { ServiceError } from '../shared/errors.ts';
import type { RequestContext } from './context.ts';

/** Mutations that a read-only key may call: they change nothing that the site keeps for its readers. */
const READ_MUTATIONS: ReadonlySet<string> = new Set(['chat', 'submitForm']);

/** Refuses what the scopes of the caller's key do not allow, before anything runs. */
export function refuseBeyondScopes(operation: OperationDefinitionNode, context: RequestContext): void {
  const { viewer } = context.caller;
  if (!viewer) return;
  const scopes = viewer.key.scopes;
  const writes =
    operation.operation === OperationTypeNode.MUTATION &&
    operation.selectionSet.selections.some(
      // A fragment could hold any mutation, so it counts as a write.
      (selection) => selection.kind !== Kind.FIELD || !READ_MUTATIONS.has(selection.name.value),
    );
  if (!scopes.includes(writes ? 'write' : 'read')) {
    throw new ServiceError('FORBIDDEN', 'API key does not allow this operation');
  }
}
