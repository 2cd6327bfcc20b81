import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

const DEEPEST = 3;
const FIELD = 'references';

/** Refuses an operation in which `references` stands inside `references` more than three deep, through fragments too. */
export function referenceDepthRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const reported = new Set<unknown>();
      walk(context, operation.selectionSet, 0, new Set(), reported);
    },
  };
}

function walk(
  context: ValidationContext,
  selections: SelectionSetNode,
  depth: number,
  within: ReadonlySet<FragmentDefinitionNode>,
  reported: Set<unknown>,
): void {
  for (const selection of selections.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = context.getFragment(selection.name.value);
      // A fragment inside itself is another rule's error.
      if (fragment && !within.has(fragment)) {
        walk(context, fragment.selectionSet, depth, new Set(within).add(fragment), reported);
      }
      continue;
    }
    const deeper = selection.kind === Kind.FIELD && selection.name.value === FIELD ? depth + 1 : depth;
    if (deeper > DEEPEST) {
      if (!reported.has(selection)) {
        reported.add(selection);
        context.reportError(
          new GraphQLError(`"${FIELD}" may be nested at most ${DEEPEST} deep: ask for the rest by another query`, {
            nodes: selection,
          }),
        );
      }
    } else if (selection.selectionSet) {
      walk(context, selection.selectionSet, deeper, within, reported);
    }
  }
}
