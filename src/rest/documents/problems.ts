import { type ASTNode, getLocation, type GraphQLError } from 'graphql';

/** All errors in the operation documents, each as `<file>:<line>:<column> <sentence>`. */
export class DocumentProblems extends Error {
  override readonly name = 'DocumentProblems';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The operation documents have ${problems.length} mistake(s):\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/** What a check finds: the node and what is wrong with it. */
export type Problems = Generator<readonly [node: ASTNode, sentence: string]>;

export function problemAt(node: ASTNode, sentence: string): string {
  if (!node.loc) return sentence;
  const { line, column } = getLocation(node.loc.source, node.loc.start);
  return `${node.loc.source.name}:${line}:${column} ${sentence}`;
}

/** One line per location in graphql-js. */
export function problemOf(error: GraphQLError): string {
  const [place] = error.locations ?? [];
  const file = error.nodes?.[0]?.loc?.source.name ?? error.source?.name ?? '';
  return place ? `${file}:${place.line}:${place.column} ${error.message}` : `${file} ${error.message}`;
}
