import { type GraphQLInputType, type GraphQLSchema, isNonNullType, type OperationDefinitionNode } from 'graphql';
import type { VariablePlace } from '../rest/documents/variable-places.ts';
import { type Violation, report } from '../shared/errors.ts';
import { nearestName } from '../rest/nearest-name.ts';
import { compileJsonInput, joinPath } from '../rest/input/json-input.ts';
import { type UnknownField, findUnknownFields } from '../rest/input/unknown-fields.ts';
import { describeVariable } from '../rest/input/variables.ts';
import { addBounds } from '../rest/openapi/bounds-schema.ts';
import { requiredSchema } from '../rest/openapi/input-schema.ts';
import { describe, objectSchema, type SchemaObject, SharedSchemas } from '../rest/openapi/schema-object.ts';
import type { McpTool } from './mcp-tool.ts';

interface Argument extends ReturnType<typeof describeVariable> {
  isRequired: boolean;
}

/** The variables of an operation as arguments of a tool. `places`: by variable name. */
export function compileArguments(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  places: ReadonlyMap<string, VariablePlace>,
): Pick<McpTool, 'inputSchema' | 'readArguments'> {
  const toolArguments = (operation.variableDefinitions ?? []).map((node): Argument => {
    const variable = describeVariable(schema, node, places);
    return { ...variable, isRequired: isNonNullType(variable.type) && !node.defaultValue };
  });
  return {
    inputSchema: argumentsSchema(toolArguments),
    readArguments: argumentsReader(operation.name?.value ?? '', toolArguments),
  };
}

function argumentsSchema(toolArguments: readonly Argument[]): SchemaObject {
  const shared = new SharedSchemas('#/$defs');
  const properties = Object.fromEntries(
    toolArguments.map((argument) => [argument.name, argumentSchema(shared, argument)]),
  );
  const required = toolArguments.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const definitions = shared.sorted();
  return {
    ...objectSchema(properties, required),
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
  };
}

function argumentSchema(shared: SharedSchemas, { type, bounds, description, defaultValue }: Argument): SchemaObject {
  const value = addBounds(requiredSchema(shared, type), bounds);
  return { ...describe(value, description), ...(defaultValue === undefined ? {} : { default: defaultValue }) };
}

function reportUnknownFields(type: GraphQLInputType, value: unknown, path: string, violations: Violation[]): void {
  const found: UnknownField[] = [];
  findUnknownFields(type, value, path, found);
  for (const { parent, name, siblings } of found) {
    report(violations, joinPath(parent, name), `is not a field: did you mean "${nearestName(name, siblings)}"?`);
  }
}

/** An unknown argument is an error, since a model that misspells a condition must not get everything. */
function argumentsReader(tool: string, toolArguments: readonly Argument[]): McpTool['readArguments'] {
  const readers = new Map(
    toolArguments.map(({ name, type, isRequired }) => [name, { type, isRequired, read: compileJsonInput(type) }]),
  );
  return (input, violations) => {
    const values: Record<string, unknown> = {};
    for (const name of Object.keys(input)) {
      if (readers.has(name)) continue;
      const names = [...readers.keys()].join(', ') || 'none';
      report(violations, name, `is not an argument of ${tool}, which has ${names}`);
    }
    for (const [name, { type, isRequired, read }] of readers) {
      if (Object.hasOwn(input, name)) {
        values[name] = read(input[name], name, violations);
        reportUnknownFields(type, input[name], name, violations);
      } else if (isRequired) report(violations, name, 'is required');
    }
    return values;
  };
}
