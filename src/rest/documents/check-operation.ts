import {
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  getNullableType,
  type OperationDefinitionNode,
  OperationTypeNode,
  type GraphQLInputType,
} from 'graphql';
import { isBracketed } from '../input/bracket-input.ts';
import { type InputVariable, isFile, locateVariables } from '../input/variables.ts';
import type { RestSettings } from '../operation.ts';
import { type Problems, toProblem } from './problems.ts';
import { pathVariables, takesBody } from './rest-settings.ts';

/** Errors in a valid operation that graphql-js cannot detect: whether it fits its method, path and body. */
export function checkOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  settings: RestSettings,
): string[] {
  const variables = locateVariables(schema, operation, settings);
  return [
    ...checkPath(operation, settings, variables),
    ...checkMethod(operation, settings),
    ...checkBody(operation, settings, variables),
    ...checkSources(settings, variables),
    ...checkErrors(operation, settings),
  ].map(([node, sentence]) => toProblem(node, sentence));
}

function* checkPath(operation: OperationDefinitionNode, { path }: RestSettings, variables: InputVariable[]): Problems {
  const names = pathVariables(path);
  if (!/^(\/([a-z0-9-]+|:[A-Za-z]\w*))+$/.test(path))
    yield [operation, `The path ${path} must be segments of a-z, 0-9 and "-", or :variables, each after a "/".`];
  for (const name of names) {
    const variable = variables.find((candidate) => candidate.name === name);
    if (!variable) yield [operation, `The path has :${name}, and there is no variable $${name}.`];
    else if (!isNonNullType(variable.type) || !isLeafType(variable.type.ofType))
      yield [variable.node, `$${name} is in the path: its type must be a scalar or enum with "!".`];
  }
  if (new Set(names).size < names.length) yield [operation, `The path ${path} has a variable twice.`];
}

function* checkMethod(operation: OperationDefinitionNode, { method }: RestSettings): Problems {
  if (operation.operation === OperationTypeNode.SUBSCRIPTION)
    yield [operation, 'A subscription cannot be a REST operation.'];
  else if (method === 'GET' && operation.operation !== OperationTypeNode.QUERY)
    yield [operation, 'GET requires a query.'];
  else if (method !== 'GET' && method !== 'POST' && operation.operation !== OperationTypeNode.MUTATION)
    yield [operation, `${method} requires a mutation.`];
}

function* checkBody(operation: OperationDefinitionNode, settings: RestSettings, variables: InputVariable[]): Problems {
  const bodies = variables.filter(({ source }) => source === 'body');
  for (const { node, name, type } of bodies) {
    if (!takesBody(settings.method)) yield [node, `${settings.method} has no body, so $${name} cannot be @body.`];
    else if (pathVariables(settings.path).includes(name)) yield [node, `$${name} is in the path and cannot be @body.`];
    else if (!isInputObjectType(getNullableType(type)))
      yield [node, `$${name} is @body: its type must be an input object.`];
  }
  if (bodies[0] && variables.some(({ type }) => isFile(type)))
    yield [bodies[0].node, 'An operation with a file takes a form and cannot have @body.'];
  if (bodies[1]) yield [bodies[1].node, 'Only one variable can be @body.'];
  if (settings.bodyLimit < 1) yield [operation, 'bodyLimit must be at least 1 byte.'];
}

function* checkSources({ method }: RestSettings, variables: InputVariable[]): Problems {
  for (const { node, name, type, source } of variables) {
    if (source !== 'form' && source !== 'query') continue;
    const takesForm = source === 'form';
    if (takesForm && !takesBody(method)) yield [node, `${method} takes no form, so $${name} cannot be read.`];
    else if (takesBody(method) && !takesForm)
      yield [node, `$${name} is neither in the path nor @body, and ${method} reads no query string.`];
    else if (!fitsQuery(type))
      yield [
        node,
        `$${name} comes from the ${takesForm ? 'form' : 'query string'}: its type must be a scalar, an enum or a list of them.`,
      ];
  }
}

function fitsQuery(type: GraphQLInputType): boolean {
  if (isBracketed(type)) return true;
  const nullable = getNullableType(type);
  return isLeafType(isListType(nullable) ? getNullableType(nullable.ofType) : nullable);
}

function* checkErrors(operation: OperationDefinitionNode, { errors }: RestSettings): Problems {
  for (const { status, text } of errors) {
    if (status === 0) yield [operation, `errors: ${JSON.stringify(text)} must be "<4xx or 5xx> <text>".`];
  }
}
