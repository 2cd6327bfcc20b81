import {
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isListType,
  typeFromAST,
} from 'graphql';
import { isPlainObject } from '../../shared/plain-object.ts';
import type { RequestedOperation } from './requested-operation.ts';

/** Fields of an input object that its type does not have: each error about them contains the whole object. */
const MAX_UNKNOWN_FIELDS = 50;
/** Maximum in one variable. Coercing takes each of them through every field of its type: about 8 µs for a `ContentFilter`. */
const MAX_OBJECTS = 5_000;

type VariableValues = Readonly<Record<string, unknown>>;

type RequestedVariables = Omit<RequestedOperation, 'document'>;

/**
 * Stops after so many errors. A request has up to 200,000 values: with an error for each of them, and a list of similar
 * names, the process would do nothing else for minutes.
 */
function readVariables({ schema, operation, variables }: RequestedVariables, maxErrors: number) {
  const definitions = operation.variableDefinitions ?? [];
  const overfull = overfullVariable(schema, definitions, variables);
  if (overfull) return { errors: [overfull] };
  return getVariableValues(schema, definitions, variables, { maxErrors });
}

/** The variables with the values that their types give them; undefined if they do not fit. */
export function fittingVariables(request: RequestedVariables) {
  return readVariables(request, 0).coerced;
}

/** @throws GraphQLError with Apollo's code, HTTP status 400, for the first variable that does not fit its type */
export function assertVariables(request: RequestedVariables): void {
  const [error] = readVariables(request, 1).errors ?? [];
  if (error) throw withCode(error, 'BAD_USER_INPUT', { http: { status: 400 } });
}

export function withCode(error: GraphQLError, code: string, extensions: object = {}): GraphQLError {
  const { message, nodes, source, positions, path } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source,
    positions,
    path,
    extensions: { ...error.extensions, ...extensions, code },
  });
}

function overfullVariable(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: VariableValues,
): GraphQLError | undefined {
  for (const definition of definitions) {
    const { name } = definition.variable;
    const type = typeFromAST(schema, definition.type) as GraphQLInputType | undefined;
    const excess = type && findExcess(type, variables[name.value], name.value, { objects: 0 });
    if (excess) return new GraphQLError(`Variable "$${name.value}" has ${excess}`, { nodes: definition });
  }
  return undefined;
}

/**
 * What a variable has too much of: input objects, or fields of one that its type does not have.
 * @param counter of the whole variable so far
 */
function findExcess(
  inputType: GraphQLInputType,
  value: unknown,
  path: string,
  counter: { objects: number },
): string | undefined {
  const type = getNullableType(inputType);
  if (isListType(type) && Array.isArray(value)) {
    const itemType = type.ofType;
    if (!isComposite(itemType)) return undefined;
    return findFirst(value.entries(), ([index, item]) => findExcess(itemType, item, `${path}[${index}]`, counter));
  }
  if (!isInputObjectType(type) || !isPlainObject(value)) return undefined;
  counter.objects += 1;
  if (counter.objects > MAX_OBJECTS) return `more than ${MAX_OBJECTS} objects`;
  const fields = type.getFields();
  const keys = Object.keys(value);
  if (keys.length > Object.keys(fields).length + MAX_UNKNOWN_FIELDS) return `too many unknown fields at "${path}"`;
  return findFirst(keys, (key) => {
    const field = fields[key];
    return field && isComposite(field.type) ? findExcess(field.type, value[key], `${path}.${key}`, counter) : undefined;
  });
}

function findFirst<T>(values: Iterable<T>, look: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const found = look(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Tells whether values of the type contain input objects. */
function isComposite(inputType: GraphQLInputType): boolean {
  const type = getNullableType(inputType);
  return isListType(type) ? isComposite(type.ofType) : isInputObjectType(type);
}
