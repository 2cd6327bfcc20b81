import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isNonNullType,
  isScalarType,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { type Violation, ServiceError, report } from '../../shared/errors.ts';
import { UploadedFile } from '../../shared/http/uploaded-file.ts';
import { pathVariables } from '../documents/rest-settings.ts';
import type { VariablePlace } from '../documents/variable-places.ts';
import type { OperationVariable, RawInput, RestOperation, RestSettings } from '../operation.ts';
import { declaredBounds } from '../openapi/bounds-schema.ts';
import { hasDirective } from '../../graphql/selection/select-fields.ts';
import { matchedRevision } from '../../shared/http/entity-tag.ts';
import { isBracketed, readBrackets } from './bracket-input.ts';
import { compileJsonInput } from './json-input.ts';
import { compileTextInput } from './query-input.ts';
import { restValue } from './rest-value.ts';

/** The operation's variables: the source of each, and how it is read. `places`: by variable name. */
export function compileVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  settings: RestSettings,
  places: ReadonlyMap<string, VariablePlace>,
): Pick<RestOperation, 'variables' | 'readVariables' | 'takesForm'> {
  const locatedVariables = locateVariables(schema, operation, settings);
  const variables = locatedVariables.map(({ node, source }) => ({ ...describeVariable(schema, node, places), source }));
  const readers = variables.map((variable) => ({ name: variable.name, read: compileReader(variable) }));
  return {
    variables,
    takesForm: variables.some(({ type }) => isFile(type)),
    readVariables: (input, violations) => {
      const values: Record<string, unknown> = {};
      for (const { name, read } of readers) {
        const value = read(input, violations);
        if (value !== undefined) values[name] = value;
      }
      return values;
    },
  };
}

/** @param places by variable name */
export function describeVariable(
  schema: GraphQLSchema,
  node: VariableDefinitionNode,
  places: ReadonlyMap<string, VariablePlace>,
): Omit<OperationVariable, 'source'> {
  const name = node.variable.name.value;
  const type = typeFromAST(schema, node.type) as GraphQLInputType;
  const place = places.get(name);
  return {
    name,
    type,
    defaultValue: node.defaultValue && restValue(type, valueFromAST(node.defaultValue, type)),
    description: node.description?.value ?? place?.description ?? undefined,
    bounds: place ? declaredBounds(place) : {},
  };
}

export interface InputVariable extends Pick<OperationVariable, 'name' | 'type' | 'source'> {
  node: VariableDefinitionNode;
}

/** The operation's variables with the part of the request that each comes from. */
export function locateVariables(
  schema: GraphQLSchema,
  { variableDefinitions: nodes = [] }: OperationDefinitionNode,
  { path }: RestSettings,
): InputVariable[] {
  const pathNames = new Set(pathVariables(path));
  const inputType = (node: VariableDefinitionNode) => typeFromAST(schema, node.type) as GraphQLInputType;
  const elsewhere = nodes.some((node) => isFile(inputType(node))) ? 'form' : 'query';
  return nodes.map((node) => {
    const name = node.variable.name.value;
    const pathSource = pathNames.has(name) ? 'path' : elsewhere;
    const sourceName = hasDirective(node, 'ifMatch') ? 'if-match' : pathSource;
    return { node, name, type: inputType(node), source: hasDirective(node, 'body') ? 'body' : sourceName };
  });
}

/** Tells whether the type is the scalar of uploaded files: an operation with such a variable accepts a multipart form. */
export function isFile(type: GraphQLInputType): boolean {
  const nullable = getNullableType(type);
  return isScalarType(nullable) && nullable.name === 'Upload';
}

type ReadVariable = (input: RawInput, violations: Violation[]) => unknown;

function compileReader({ name, source, type, defaultValue }: OperationVariable): ReadVariable {
  if (source === 'body') return bodyReader(type);
  if (source === 'if-match') return ({ ifMatch }) => (ifMatch === undefined ? undefined : matchedRevision(ifMatch));
  if (isFile(type)) return fileReader(name, type);
  if (isBracketed(type)) return ({ query }) => readBrackets(query, name);
  const read = compileTextInput(type, defaultValue !== undefined);
  if (source === 'path') return ({ path }, violations) => read(path[name], name, violations);
  if (source === 'form') return ({ form }, violations) => read(form?.[name] as string | undefined, name, violations);
  return ({ query }, violations) => read(query[name], name, violations);
}

function fileReader(name: string, type: GraphQLInputType): ReadVariable {
  return ({ form }, violations) => {
    const file = form?.[name];
    if (file instanceof UploadedFile) return file;
    return isNonNullType(type) ? report(violations, name, 'is required') : undefined;
  };
}

/** No body counts as an empty one, so that the error names the missing field. */
function bodyReader(type: GraphQLInputType): ReadVariable {
  const read = compileJsonInput(type);
  return ({ body = {} }, violations) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new ServiceError('BAD_REQUEST', 'Request body must be a JSON object');
    return read(body, '', violations);
  };
}
