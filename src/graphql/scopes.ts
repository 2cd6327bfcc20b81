import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  getNamedType,
} from 'graphql';
import { isAnsweredWithoutRead } from '../shared/answer-without-read.ts';
import { ServiceError } from '../shared/errors.ts';
import type { RequestContext } from './context.ts';

/** Mutations that a read-only key may call: they change nothing that the site keeps for its readers. */
const READ_MUTATIONS: ReadonlySet<string> = new Set(['chat', 'submitForm']);

/** A valid operation. */
export interface ScopedOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

/** Throws 403 where the key lacks a scope that one of the operation's root fields needs, before anything runs. */
export function assertScopes({ document, operation }: Omit<ScopedOperation, 'schema'>, context: RequestContext): void {
  for (const field of fieldsOf(document, operation.selectionSet)) {
    if (!context.hasScope(scopeOf(operation, field))) {
      throw new ServiceError('FORBIDDEN', 'API key does not allow this operation');
    }
  }
}

/**
 * Throws 403 where a key without the scope `read` asks for more of what it writes than the write itself tells: otherwise a
 * change of nothing would answer what the key may not read. Checked before anything runs, so nothing is written then.
 */
export function assertAnswerWithinScopes(
  { schema, document, operation }: ScopedOperation,
  context: RequestContext,
): void {
  if (operation.operation !== OperationTypeNode.MUTATION || context.hasScope('read')) return;
  for (const root of fieldsOf(document, operation.selectionSet)) {
    const result = schema.getMutationType()?.getFields()[root.name.value]?.type;
    if (!result || !root.selectionSet) continue;
    const type = getNamedType(result).name;
    for (const { name } of fieldsOf(document, root.selectionSet)) {
      if (isAnsweredWithoutRead(type, name.value)) continue;
      const message = `API key does not allow reading ${type}.${name.value}: without scope read, mutations return ids only`;
      throw new ServiceError('FORBIDDEN', message);
    }
  }
}

function scopeOf({ operation }: OperationDefinitionNode, { name }: FieldNode): 'read' | 'write' {
  return operation === OperationTypeNode.MUTATION && !READ_MUTATIONS.has(name.value) ? 'write' : 'read';
}

/**
 * The fields of a selection, those in fragments included. Each fragment counts once: spreads of spreads could otherwise
 * double the work with each level.
 */
function* fieldsOf(
  document: DocumentNode,
  { selections }: SelectionSetNode,
  seen = new Set<string>(),
): Generator<FieldNode> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) yield selection;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* fieldsOf(document, selection.selectionSet, seen);
    else if (!seen.has(selection.name.value)) {
      seen.add(selection.name.value);
      const fragment = fragmentOf(document, selection.name.value);
      if (fragment) yield* fieldsOf(document, fragment.selectionSet, seen);
    }
  }
}

function fragmentOf(document: DocumentNode, name: string): FragmentDefinitionNode | undefined {
  return document.definitions.find(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  ) as FragmentDefinitionNode | undefined;
}
