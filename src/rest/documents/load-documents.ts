import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { DocumentProblems, errorToProblem } from './problems.ts';
import { type DocumentTree, type OperationFile, readDocuments } from './read-documents.ts';

/** A document only contains the fragments that its operation uses; unused fragments are detected over all documents. */
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);

/**
 * Reads every `*.graphql` file in the folder, validates it against the schema, and loads its operation.
 * @param load returns what becomes of an operation, or its errors
 * @param checkAll returns the errors of all operations together
 * @throws DocumentProblems with every error of every document
 */
export function loadDocuments<T>(
  folder: string,
  schema: GraphQLSchema,
  load: (file: OperationFile, document: DocumentNode) => T | string[],
  checkAll: (loaded: readonly T[], documents: readonly DocumentNode[], tree: DocumentTree) => string[] = () => [],
): T[] {
  const problems: string[] = [];
  const tree = readDocuments(folder, problems);
  const documents = tree.operations.map(({ operation }) => createDocument(operation, tree.fragments));
  const findErrors = validateDocuments(schema, tree);
  const loaded = tree.operations.flatMap((file, index) => {
    const document = documents[index] as DocumentNode;
    const errors = findErrors(document);
    const result = errors.length > 0 ? errors : load(file, document);
    if (!Array.isArray(result)) return [result];
    problems.push(...result);
    return [];
  });
  problems.push(...checkAll(loaded, documents, tree));
  if (problems.length > 0) throw new DocumentProblems([...new Set(problems)]);
  return loaded;
}

/**
 * Validates all operations and fragments at once, which visits each fragment once instead of for each operation that
 * uses it. Returns what gives the errors of the document of one operation.
 */
function validateDocuments(
  schema: GraphQLSchema,
  { operations, fragments }: DocumentTree,
): (document: DocumentNode) => string[] {
  const definitions = [...operations.map(({ operation }) => operation), ...fragments.values()];
  const areValid = validate(schema, { kind: Kind.DOCUMENT, definitions }, RULES).length === 0;
  return (document) => (areValid ? [] : validate(schema, document, RULES).map(errorToProblem));
}

/** A document with the operation and every fragment it uses. Unknown fragments are reported by the validation. */
function createDocument(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): DocumentNode {
  const fragmentsInUse = new Set<FragmentDefinitionNode>();
  const follow = (node: ASTNode): void => {
    for (const name of spreadNames(node)) {
      const fragment = fragments.get(name);
      if (!fragment || fragmentsInUse.has(fragment)) continue;
      fragmentsInUse.add(fragment);
      follow(fragment);
    }
  };
  follow(operation);
  return { kind: Kind.DOCUMENT, definitions: [operation, ...fragmentsInUse] };
}

function spreadNames(node: ASTNode): string[] {
  const names: string[] = [];
  visit(node, { FragmentSpread: (spread) => void names.push(spread.name.value) });
  return names;
}
