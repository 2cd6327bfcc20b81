import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import { fieldsIn } from '../selected.ts';

/** How much stands in an operation and the fragments that it uses, each fragment counted once. */
interface Written {
  aliases: number;
  directives: number;
  /** Fields of the operation itself, those of its fragments included. */
  rootFields: number;
}

export function countWritten(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Written {
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
  const rootFields = [...fieldsIn(operation.selectionSet, (name) => fragments.get(name))].length;
  return { aliases, directives, rootFields };
}
