import {
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  getNullableType,
  type OperationDefinitionNode,
  OperationTypeNode,
  typeFromAST,
  type GraphQLInputType,
  type VariableDefinitionNode,
} from 'graphql';
import { isBracketed } from '../input/bracket-input.ts';
import { isFile } from '../input/is-file.ts';
import type { RestSettings } from '../operation.ts';
import { hasDirective } from '../output/select-fields.ts';
import { problemAt } from './problems.ts';
import { pathVariables, takesBody } from './rest-settings.ts';

/** Errors in a valid operation that graphql-js cannot detect: whether it fits its method, path and body. */
export function checkOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  settings: RestSettings,
): string[] {
  const variables = (operation.variableDefinitions ?? []).map((node) => describeVariable(schema, node));
  return [
    ...checkPath(operation, settings, variables),
    ...checkMethod(operation, settings),
    ...checkBody(operation, settings, variables),
    ...checkSources(settings, variables),
    ...checkErrors(operation, settings),
  ];
}

interface Variable {
  node: VariableDefinitionNode;
  name: string;
  isBody: boolean;
  isIfMatch: boolean;
  type: GraphQLInputType;
}

function describeVariable(schema: GraphQLSchema, node: VariableDefinitionNode): Variable {
  return {
    node,
    name: node.variable.name.value,
    isBody: hasDirective(node, 'body'),
    isIfMatch: hasDirective(node, 'ifMatch'),
    type: typeFromAST(schema, node.type) as GraphQLInputType,
  };
}

function checkPath(operation: OperationDefinitionNode, { path }: RestSettings, variables: Variable[]): string[] {
  const problems: string[] = [];
  const names = pathVariables(path);
  if (!/^(\/([a-z0-9-]+|:[A-Za-z]\w*))+$/.test(path))
    problems.push(
      problemAt(operation, `The path ${path} must be segments of a-z, 0-9 and "-", or :variables, each after a "/".`),
    );
  for (const name of names) {
    const variable = variables.find((candidate) => candidate.name === name);
    if (!variable) problems.push(problemAt(operation, `The path has :${name}, and there is no variable $${name}.`));
    else if (!isNonNullType(variable.type) || !isLeafType(variable.type.ofType))
      problems.push(problemAt(variable.node, `$${name} is in the path: its type must be a scalar or enum with "!".`));
  }
  if (new Set(names).size < names.length) problems.push(problemAt(operation, `The path ${path} has a variable twice.`));
  return problems;
}

function checkMethod(operation: OperationDefinitionNode, { method }: RestSettings): string[] {
  if (operation.operation === OperationTypeNode.SUBSCRIPTION)
    return [problemAt(operation, 'A subscription cannot be a REST operation.')];
  if (method === 'GET' && operation.operation !== OperationTypeNode.QUERY)
    return [problemAt(operation, 'GET requires a query.')];
  if (method !== 'GET' && method !== 'POST' && operation.operation !== OperationTypeNode.MUTATION)
    return [problemAt(operation, `${method} requires a mutation.`)];
  return [];
}

function checkBody(operation: OperationDefinitionNode, settings: RestSettings, variables: Variable[]): string[] {
  const bodies = variables.filter((variable) => variable.isBody);
  const problems = bodies.flatMap(({ node, name, type }) => {
    if (!takesBody(settings.method))
      return [problemAt(node, `${settings.method} has no body, so $${name} cannot be @body.`)];
    if (pathVariables(settings.path).includes(name))
      return [problemAt(node, `$${name} is in the path and cannot be @body.`)];
    return isInputObjectType(getNullableType(type))
      ? []
      : [problemAt(node, `$${name} is @body: its type must be an input object.`)];
  });
  if (bodies[0] && variables.some(({ type }) => isFile(type)))
    problems.push(problemAt(bodies[0].node, 'An operation with a file takes a form and cannot have @body.'));
  if (bodies[1]) problems.push(problemAt(bodies[1].node, 'Only one variable can be @body.'));
  if (settings.bodyLimit < 1) problems.push(problemAt(operation, 'bodyLimit must be at least 1 byte.'));
  return problems;
}

function checkSources({ method, path }: RestSettings, variables: Variable[]): string[] {
  const takesForm = variables.some(({ type }) => isFile(type));
  const elsewhere = variables.filter(
    ({ name, isBody, isIfMatch }) => !isBody && !isIfMatch && !pathVariables(path).includes(name),
  );
  return elsewhere.flatMap(({ node, name, type }) => {
    if (takesForm && !takesBody(method))
      return [problemAt(node, `${method} takes no form, so $${name} cannot be read.`)];
    if (takesBody(method) && !takesForm)
      return [problemAt(node, `$${name} is neither in the path nor @body, and ${method} reads no query string.`)];
    return fitsQuery(type)
      ? []
      : [
          problemAt(
            node,
            `$${name} comes from the ${takesForm ? 'form' : 'query string'}: its type must be a scalar, an enum or a list of them.`,
          ),
        ];
  });
}

function fitsQuery(type: GraphQLInputType): boolean {
  if (isBracketed(type)) return true;
  const nullable = getNullableType(type);
  return isLeafType(isListType(nullable) ? getNullableType(nullable.ofType) : nullable);
}

function checkErrors(operation: OperationDefinitionNode, { errors }: RestSettings): string[] {
  const malformed = errors.filter(({ status }) => status === 0);
  return malformed.map(({ text }) =>
    problemAt(operation, `errors: ${JSON.stringify(text)} must be "<4xx or 5xx> <text>".`),
  );
}
