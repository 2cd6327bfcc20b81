import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import {
  type DefinitionNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  Source,
} from 'graphql';
import { toProblem, errorToProblem } from './problems.ts';

/** A file with an operation. */
export interface OperationFile {
  /** Relative to the folder, with `/`. */
  file: string;
  operation: OperationDefinitionNode;
}

export interface DocumentTree {
  operations: OperationFile[];
  /** Fragments of all documents, by name. */
  fragments: Map<string, FragmentDefinitionNode>;
}

/** Reads and parses every `*.graphql` file in the folder, sorted by path; errors are added to `problems`. */
export function readDocuments(folder: string, problems: string[]): DocumentTree {
  const tree: DocumentTree = { operations: [], fragments: new Map() };
  for (const file of documentFiles(folder)) {
    const definitions = parseFile(folder, file, problems);
    const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    addOperation(tree, file, operations, problems);
    for (const definition of definitions) addFragment(tree, definition, problems);
  }
  return tree;
}

function documentFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries
    .filter((entry) => entry.endsWith('.graphql'))
    .map((entry) => entry.split(sep).join('/'))
    .toSorted();
}

function parseFile(folder: string, file: string, problems: string[]): readonly DefinitionNode[] {
  try {
    return parse(new Source(readFileSync(join(folder, file), 'utf8'), file)).definitions;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    problems.push(errorToProblem(error));
    return [];
  }
}

function addOperation(
  tree: DocumentTree,
  file: string,
  operations: OperationDefinitionNode[],
  problems: string[],
): void {
  const [operation, second] = operations;
  if (!operation) return;
  if (second) problems.push(toProblem(second, 'A file must contain exactly one operation.'));
  const expected = basename(file, '.graphql');
  if (operation.name?.value !== expected)
    problems.push(
      toProblem(
        operation,
        `The operation is named ${operation.name?.value ?? 'nothing'}, its file ${expected}: they must agree.`,
      ),
    );
  tree.operations.push({ file, operation });
}

function addFragment(tree: DocumentTree, definition: DefinitionNode, problems: string[]): void {
  if (definition.kind === Kind.OPERATION_DEFINITION) return;
  if (definition.kind !== Kind.FRAGMENT_DEFINITION) {
    problems.push(toProblem(definition, 'A document must contain operations and fragments only.'));
    return;
  }
  const name = definition.name.value;
  const first = tree.fragments.get(name);
  if (first) problems.push(toProblem(definition, `The fragment ${name} is also in ${first.loc?.source.name}.`));
  else tree.fragments.set(name, definition);
}
