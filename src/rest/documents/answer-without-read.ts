import { type FieldNode, Kind, type OperationDefinitionNode } from 'graphql';
import { isAnsweredWithoutRead } from '../../shared/api-key-scope.ts';
import { rootSelection } from '../output/answer-plan.ts';
import { compositeOf, type SelectedField, selectFields, type SelectionScope } from '../output/select-fields.ts';

/** The same mutation, limited to the fields that a key without the scope `read` may read; null if there are none. */
export function definitionWithoutRead(
  scope: SelectionScope,
  definition: OperationDefinitionNode,
): OperationDefinitionNode | null {
  const selections = rootSelection(scope, definition).flatMap((root) => reduced(scope, root) ?? []);
  if (selections.length === 0) return null;
  return { ...definition, selectionSet: { kind: Kind.SELECTION_SET, selections } };
}

function reduced(scope: SelectionScope, root: SelectedField): FieldNode | null {
  const type = compositeOf(root);
  if (!type) return null;
  const selections = selectFields(scope, type, root.selections)
    .filter(isAnsweredWithoutRead)
    .map(({ node }) => node);
  return selections.length === 0 ? null : { ...root.node, selectionSet: { kind: Kind.SELECTION_SET, selections } };
}
