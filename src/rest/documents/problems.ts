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

/** The problems that a check finds: the node, and a sentence about it. */
export type Problems = Generator<readonly [node: ASTNode, sentence: string]>;

export function toProblem(node: ASTNode, sentence: string): string {
  if (!node.loc) return sentence;
  const { line, column } = getLocation(node.loc.source, node.loc.start);
  return `${node.loc.source.name}:${line}:${column} ${sentence}`;
}

/** Formats an error of graphql-js with its first location. */
export function errorToProblem(error: GraphQLError): string {
  const [place] = error.locations ?? [];
  const file = error.nodes?.[0]?.loc?.source.name ?? error.source?.name ?? '';
  return place ? `${file}:${place.line}:${place.column} ${error.message}` : `${file} ${error.message}`;
}
