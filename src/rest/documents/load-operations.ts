import type { DocumentNode, FragmentDefinitionNode, GraphQLSchema } from 'graphql';
import { compileVariables } from '../input/variables.ts';
import type { RestOperation, RestSettings } from '../operation.ts';
import { fieldsOfData } from '../output/answer-plan.ts';
import { fragmentsOf } from '../output/select-fields.ts';
import { checkAnswer } from './check-answer.ts';
import { checkOperation } from './check-operation.ts';
import { compileOperation } from './compile-operation.ts';
import { withRestDirectives } from './directives.ts';
import { problemAt } from './problems.ts';
import type { OperationFile } from './read-documents.ts';
import { restSettings } from './rest-settings.ts';
import { loadDocuments } from './load-documents.ts';
import { placesOfVariables } from './variable-places.ts';

/**
 * Reads every `*.graphql` file in the folder, validates each operation against the schema and the rules of REST, and
 * compiles it.
 * @throws DocumentProblems with every error of every document
 */
export function loadOperations(folder: string, schema: GraphQLSchema): RestOperation[] {
  const withDirectives = withRestDirectives(schema);
  return loadDocuments(
    folder,
    withDirectives,
    (file, document) => load(file, document, withDirectives, schema),
    (operations, documents, { fragments }) => [
      ...unusedFragments(documents, fragments),
      ...repeatedRoutes(operations),
      ...repeatedNames(operations),
    ],
  );
}

/** The operation, or its errors. */
function load(
  { file, operation }: OperationFile,
  document: DocumentNode,
  withDirectives: GraphQLSchema,
  schema: GraphQLSchema,
): RestOperation | string[] {
  const settings = restSettings(withDirectives, operation);
  if (!settings) return [problemAt(operation, 'The operation has no @rest.')];
  const problems = checkOperation(schema, operation, settings);
  if (problems.length > 0) return problems;
  const wrongAnswer = checkAnswer({ schema, fragments: fragmentsOf(document) }, operation);
  return wrongAnswer.length > 0 ? wrongAnswer : compile(file, document, settings, schema);
}

function compile(file: string, document: DocumentNode, settings: RestSettings, schema: GraphQLSchema): RestOperation {
  const operation = compileOperation(document, schema);
  const { definition } = operation;
  return {
    ...settings,
    ...compileVariables(schema, definition, settings, placesOfVariables(schema, document)),
    ...operation,
    file,
    tag: file.includes('/') ? file.slice(0, file.indexOf('/')) : '',
    selectable: settings.selectsFields ? fieldsOfData({ schema, fragments: fragmentsOf(document) }, definition) : null,
  };
}

function unusedFragments(
  documents: readonly DocumentNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): string[] {
  const used = new Set(documents.flatMap(({ definitions }) => definitions));
  const unused = [...fragments.values()].filter((fragment) => !used.has(fragment));
  return unused.map((fragment) => problemAt(fragment, `No operation uses the fragment ${fragment.name.value}.`));
}

function repeatedRoutes(operations: readonly RestOperation[]): string[] {
  return repeated(
    operations,
    ({ method, path, takesForm }) => `${method} ${path.replaceAll(/:\w+/g, ':')}${takesForm ? ' form' : ''}`,
    (operation, first) => `${operation.method} ${operation.path} is also the route of ${first.file}.`,
  );
}

function repeatedNames(operations: readonly RestOperation[]): string[] {
  return repeated(
    operations,
    ({ name }) => name,
    ({ name }, first) => `${name} is also the name of ${first.file}.`,
  );
}

function repeated(
  operations: readonly RestOperation[],
  identity: (operation: RestOperation) => string,
  sentence: (operation: RestOperation, first: RestOperation) => string,
): string[] {
  const firsts = new Map<string, RestOperation>();
  return operations.flatMap((operation) => {
    const first = firsts.get(identity(operation));
    if (!first) firsts.set(identity(operation), operation);
    return first ? [problemAt(operation.definition, sentence(operation, first))] : [];
  });
}
