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

/** Rejects an operation in which `references` is nested more than three levels deep, including fragments. */
export function referenceDepthRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const reported = new Set<unknown>();
      walk(context, operation.selectionSet, 0, new Map(), reported);
    },
  };
}

function walk(
  context: ValidationContext,
  selections: SelectionSetNode,
  depth: number,
  /** The depth at which each fragment was visited: it need not be visited again at the same or a smaller one. */
  walked: Map<FragmentDefinitionNode, number>,
  reported: Set<unknown>,
): void {
  for (const selection of selections.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = context.getFragment(selection.name.value);
      if (fragment && (walked.get(fragment) ?? -1) < depth) {
        walked.set(fragment, depth);
        walk(context, fragment.selectionSet, depth, walked, reported);
      }
      continue;
    }
    const deeper = selection.kind === Kind.FIELD && selection.name.value === FIELD ? depth + 1 : depth;
    if (deeper > DEEPEST) {
      if (!reported.has(selection)) {
        reported.add(selection);
        context.reportError(
          new GraphQLError(
            `"${FIELD}" may be nested at most ${DEEPEST} levels deep: request deeper references in another query`,
            {
              nodes: selection,
            },
          ),
        );
      }
    } else if (selection.selectionSet) {
      walk(context, selection.selectionSet, deeper, walked, reported);
    }
  }
}
