import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';

/** A document with the operation and every fragment it uses. Unknown fragments are reported by the validation. */
export function documentOf(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): DocumentNode {
  const reached = new Set<FragmentDefinitionNode>();
  const follow = (node: ASTNode): void => {
    for (const name of spreadNames(node)) {
      const fragment = fragments.get(name);
      if (!fragment || reached.has(fragment)) continue;
      reached.add(fragment);
      follow(fragment);
    }
  };
  follow(operation);
  return { kind: Kind.DOCUMENT, definitions: [operation, ...reached] };
}

function spreadNames(node: ASTNode): string[] {
  const names: string[] = [];
  visit(node, { FragmentSpread: (spread) => void names.push(spread.name.value) });
  return names;
}
