import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { isAnsweredWithoutRead, requiredScopes } from '../../api/scope.ts';
import { declaredTopics } from '../../api/caching.ts';
import type { CompiledOperation } from '../operation.ts';
import { compileEnvelope, selectRoots } from '../output/compile-envelope.ts';
import {
  compositeType,
  collectFragments,
  isPageField,
  type SelectedField,
  selectFields,
  type SelectionScope,
} from '../../graphql/selection/select-fields.ts';

/**
 * See decision 31.
 * @param document valid; its operation comes first
 * @param hasSuccess whether the envelope has `success`
 */
export function compileOperation(
  document: DocumentNode,
  schema: GraphQLSchema,
  { hasSuccess = true } = {},
): CompiledOperation {
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new TypeError('A document begins with its operation');
  const scope = { schema, fragments: collectFragments(document) };
  const roots = selectRoots(scope, definition);
  const scopes = [...new Set(roots.flatMap(requiredScopes))];
  const identities = scopes.includes('read') ? null : selectIdentities(scope, definition);
  const topics = definition.operation === OperationTypeNode.QUERY ? declaredTopics(roots) : null;
  return {
    name: definition.name?.value ?? '',
    kind: definition.operation === OperationTypeNode.MUTATION ? 'mutation' : 'query',
    description: definition.description?.value ?? roots[0]?.description,
    document,
    definition,
    rootFields: [...new Set(roots.map((field) => field.name))],
    scopes,
    topics,
    isPage: topics !== null && roots.some(isPageField),
    execute: compileEnvelope(scope, definition, { hasSuccess }),
    writeOnly: identities && {
      definition: identities,
      execute: compileEnvelope(scope, identities, { hasSuccess }),
    },
  };
}

/** The same mutation, limited to the fields that a key without the scope `read` may read; null if there are none. */
function selectIdentities(scope: SelectionScope, definition: OperationDefinitionNode): OperationDefinitionNode | null {
  const selections = selectRoots(scope, definition).flatMap((root) => selectIdentity(scope, root) ?? []);
  if (selections.length === 0) return null;
  return { ...definition, selectionSet: { kind: Kind.SELECTION_SET, selections } };
}

function selectIdentity(scope: SelectionScope, root: SelectedField): FieldNode | null {
  const type = compositeType(root);
  if (!type) return null;
  const selections = selectFields(scope, type, root.selections)
    .filter(isAnsweredWithoutRead)
    .map(({ node }) => node);
  return selections.length === 0 ? null : { ...root.node, selectionSet: { kind: Kind.SELECTION_SET, selections } };
}
