import type { DocumentNode, FragmentDefinitionNode, GraphQLSchema } from 'graphql';
import { compileVariables } from '../input/variables.ts';
import type { RestOperation } from '../operation.ts';
import { dataFields } from '../output/compile-envelope.ts';
import { collectFragments } from '../../graphql/selection/select-fields.ts';
import { checkAnswer } from './check-answer.ts';
import { checkOperation } from './check-operation.ts';
import { compileOperation } from './compile-operation.ts';
import { addRestDirectives } from './directives.ts';
import { toProblem } from './problems.ts';
import type { OperationFile } from './read-documents.ts';
import { restSettings } from './rest-settings.ts';
import { loadDocuments } from './load-documents.ts';
import { findVariablePlaces } from './variable-places.ts';

/**
 * Reads every `*.graphql` file in the folder, validates each operation against the schema and the rules of REST, and
 * compiles it.
 * @throws DocumentProblems with every error of every document
 */
export function loadOperations(folder: string, schema: GraphQLSchema): RestOperation[] {
  const extendedSchema = addRestDirectives(schema);
  return loadDocuments(
    folder,
    extendedSchema,
    (file, document) => load(file, document, extendedSchema, schema),
    (operations, documents, { fragments }) => [
      ...unusedFragments(documents, fragments),
      ...findDuplicates(operations, routeKey, ({ method, path }) => `${method} ${path} is also the route`),
      ...findDuplicates(operations, operationName, ({ name }) => `${name} is also the name`),
    ],
  );
}

/** The operation, or its errors. */
function load(
  { file, operation }: OperationFile,
  document: DocumentNode,
  extendedSchema: GraphQLSchema,
  schema: GraphQLSchema,
): RestOperation | string[] {
  const settings = restSettings(extendedSchema, operation);
  if (!settings) return [toProblem(operation, 'The operation has no @rest.')];
  const scope = { schema, fragments: collectFragments(document) };
  const problems = checkOperation(schema, operation, settings);
  if (problems.length === 0) problems.push(...checkAnswer(scope, operation));
  if (problems.length > 0) return problems;
  return {
    ...settings,
    ...compileVariables(schema, operation, settings, findVariablePlaces(schema, document)),
    ...compileOperation(document, schema),
    file,
    tag: file.includes('/') ? file.slice(0, file.indexOf('/')) : '',
    selectable: settings.selectsFields ? dataFields(scope, operation) : null,
  };
}

function unusedFragments(
  documents: readonly DocumentNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): string[] {
  const usedDefinitions = new Set(documents.flatMap(({ definitions }) => definitions));
  const unused = [...fragments.values()].filter((fragment) => !usedDefinitions.has(fragment));
  return unused.map((fragment) => toProblem(fragment, `No operation uses the fragment ${fragment.name.value}.`));
}

function routeKey({ method, path, takesForm }: RestOperation): string {
  return `${method} ${path.replaceAll(/:\w+/g, ':')}${takesForm ? ' form' : ''}`;
}

function operationName({ name }: RestOperation): string {
  return name;
}

/** @param clause what an operation has in common with an earlier one */
function findDuplicates(
  operations: readonly RestOperation[],
  identity: (operation: RestOperation) => string,
  clause: (operation: RestOperation) => string,
): string[] {
  return [...Map.groupBy(operations, identity).values()].flatMap(([first, ...others]) =>
    others.map((other) => toProblem(other.definition, `${clause(other)} of ${first?.file}.`)),
  );
}
