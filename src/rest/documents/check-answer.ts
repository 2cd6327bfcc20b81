import {
  type FieldNode,
  getNullableType,
  GraphQLBoolean,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { envelopeFields, selectRoots } from '../output/compile-envelope.ts';
import {
  compositeType,
  hasDirective,
  type SelectedField,
  type SelectionScope,
} from '../../graphql/selection/select-fields.ts';
import { type Problems, toProblem } from './problems.ts';

/** Errors in the envelope of a valid operation. */
export function checkAnswer(scope: SelectionScope, operation: OperationDefinitionNode): string[] {
  const roots = selectRoots(scope, operation);
  return [...checkSpreads(roots, operation, scope), ...checkEnvelope(scope, operation)].map(([node, sentence]) =>
    toProblem(node, sentence),
  );
}

function* checkSpreads(roots: SelectedField[], operation: OperationDefinitionNode, scope: SelectionScope): Problems {
  for (const field of roots) {
    if (field.spread && (!compositeType(field) || isListType(getNullableType(field.type))))
      yield [field.node, `${field.key} is not an object and cannot be @spread.`];
  }
  const nested = new Set<FieldNode>();
  for (const definition of [operation, ...scope.fragments.values()]) {
    visit(definition, { Field: (node) => void (hasDirective(node, 'spread') && nested.add(node)) });
  }
  for (const { node } of roots) nested.delete(node);
  for (const node of nested) yield [node, 'Only a root field can be @spread.'];
}

function* checkEnvelope(scope: SelectionScope, operation: OperationDefinitionNode): Problems {
  const seen = new Set<string>();
  for (const { key, node, type } of envelopeFields(scope, operation)) {
    const isFlag = isNonNullType(type) && type.ofType === GraphQLBoolean;
    if (seen.has(key)) yield [node, `The envelope has ${key} twice.`];
    else if (key === 'error') yield [node, 'The key error belongs to the error envelope.'];
    else if (key === 'success' && !isFlag) yield [node, 'Only a field of type Boolean! can stand for success.'];
    seen.add(key);
  }
}
