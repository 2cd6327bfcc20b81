import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** How much stands in an operation and the fragments that it uses, each fragment counted once. */
export interface Written {
  aliases: number;
  directives: number;
  /** Fields of the operation itself, those of its fragments included. */
  rootFields: number;
}

export function countWritten(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Written {
  const written: Written = { aliases: 0, directives: 0, rootFields: 0 };
  const entered = new Set<string>();
  written.directives += operation.directives?.length ?? 0;
  count(operation.selectionSet, fragments, written, entered);
  written.rootFields = rootFields(operation.selectionSet, fragments, new Set());
  return written;
}

function count(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  written: Written,
  entered: Set<string>,
): void {
  for (const selection of selections) {
    written.directives += selection.directives?.length ?? 0;
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = enter(selection.name.value, fragments, entered);
      written.directives += fragment?.directives?.length ?? 0;
      if (fragment) count(fragment.selectionSet, fragments, written, entered);
    } else {
      if (selection.kind === Kind.FIELD && selection.alias) written.aliases += 1;
      if (selection.selectionSet) count(selection.selectionSet, fragments, written, entered);
    }
  }
}

function rootFields(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  entered: Set<string>,
): number {
  let fields = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) fields += 1;
    else if (selection.kind === Kind.INLINE_FRAGMENT) fields += rootFields(selection.selectionSet, fragments, entered);
    else {
      const fragment = enter(selection.name.value, fragments, entered);
      if (fragment) fields += rootFields(fragment.selectionSet, fragments, entered);
    }
  }
  return fields;
}

function enter(
  name: string,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  entered: Set<string>,
): FragmentDefinitionNode | undefined {
  if (entered.has(name)) return undefined;
  entered.add(name);
  return fragments.get(name);
}
