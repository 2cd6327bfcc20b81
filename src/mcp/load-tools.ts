import { join } from 'node:path';
import {
  type DocumentNode,
  getDirectiveValues,
  type GraphQLDirective,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { compileOperation } from '../rest/documents/compile-operation.ts';
import { addDirectives, addRestDirectives } from '../rest/documents/directives.ts';
import { toProblem } from '../rest/documents/problems.ts';
import { loadDocuments } from '../rest/documents/load-documents.ts';
import { findVariablePlaces } from '../rest/documents/variable-places.ts';
import { ROOT } from '../shared/paths.ts';
import type { McpSettings, McpTool } from './mcp-tool.ts';
import { compileArguments } from './tool-arguments.ts';

const DIRECTIVE_SDL = /* GraphQL */ `
  "Offers the operation to clients of the Model Context Protocol, under its own name, with its description."
  directive @mcp(
    "Name for people."
    title: String!
    "Whether it changes nothing."
    readOnly: Boolean!
    "Whether it may replace or delete something."
    destructive: Boolean! = false
    "Whether it is a tool; otherwise only a resource."
    isTool: Boolean! = true
    "URI template of the resource that it reads: \`lectern://content/{id}\`. Its variable is that of the operation."
    resource: String
  ) on QUERY | MUTATION
`;

/**
 * Reads the documents in `mcp/`, validates each against the schema and compiles it. They are written apart from those
 * of REST because a model pays for every argument and field that it reads.
 * @throws DocumentProblems with every error of every document
 */
export function loadTools(schema: GraphQLSchema, folder = join(ROOT, 'mcp')): McpTool[] {
  const withMcp = addDirectives(addRestDirectives(schema), DIRECTIVE_SDL);
  return loadDocuments(folder, withMcp, ({ operation }, document) => load(operation, document, withMcp, schema));
}

/** The tool, or its errors. */
function load(
  operation: OperationDefinitionNode,
  document: DocumentNode,
  withMcp: GraphQLSchema,
  schema: GraphQLSchema,
): McpTool | string[] {
  const directive = withMcp.getDirective('mcp') as GraphQLDirective;
  const settings = getDirectiveValues(directive, operation) as unknown as McpSettings | undefined;
  if (!settings) return [toProblem(operation, 'The operation has no @mcp.')];
  const { description } = operation;
  if (!description) return [toProblem(operation, 'A model chooses a tool by its description: it has none.')];
  return {
    ...settings,
    resource: settings.resource ?? null,
    ...compileOperation(document, schema, { hasSuccess: false }),
    ...compileArguments(schema, operation, findVariablePlaces(schema, document)),
    description: description.value,
  };
}
