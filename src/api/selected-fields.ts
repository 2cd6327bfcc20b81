import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/**
 * The fields of a selection, those in fragments included. Each fragment counts once: spreads of spreads could otherwise
 * double the work with each level.
 */
export function* selectedFields(
  { selections }: SelectionSetNode,
  findFragment: (name: string) => FragmentDefinitionNode | undefined,
  entered = new Set<string>(),
): Generator<FieldNode> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) yield selection;
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      yield* selectedFields(selection.selectionSet, findFragment, entered);
    else if (!entered.has(selection.name.value)) {
      entered.add(selection.name.value);
      const fragment = findFragment(selection.name.value);
      if (fragment) yield* selectedFields(fragment.selectionSet, findFragment, entered);
    }
  }
}

/** Tells whether the document selects this field of the result, whatever the conditions. */
export function selects({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  return fieldNodes
    .flatMap(({ selectionSet }) => (selectionSet ? [...selectedFields(selectionSet, (key) => fragments[key])] : []))
    .some((field) => field.name.value === name);
}
