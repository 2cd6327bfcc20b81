import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Whether the document selects this field of the result, whatever the conditions. */
export function selects({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  const inSet = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === name;
      const set =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments[selection.name.value]?.selectionSet;
      return set !== undefined && inSet(set);
    });
  return fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && inSet(selectionSet));
}
