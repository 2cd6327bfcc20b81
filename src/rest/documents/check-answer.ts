import {
  getNullableType,
  GraphQLBoolean,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { envelopeFields, rootSelection } from '../output/answer-plan.ts';
import { compositeOf, hasDirective, type SelectedField, type SelectionScope } from '../output/select-fields.ts';
import { problemAt } from './problems.ts';

/** Errors in the envelope of a valid operation. */
export function checkAnswer(scope: SelectionScope, operation: OperationDefinitionNode): string[] {
  const roots = rootSelection(scope, operation);
  const spreads = roots.filter((field) => field.spread);
  return [
    ...spreads.flatMap(checkSpread),
    ...checkNestedSpreads(roots, operation, scope),
    ...checkEnvelope(scope, operation),
  ];
}

function checkSpread(field: SelectedField): string[] {
  if (compositeOf(field) && !isListType(getNullableType(field.type))) return [];
  return [problemAt(field.node, `${field.key} is not an object and cannot be @spread.`)];
}

function checkNestedSpreads(
  roots: SelectedField[],
  operation: OperationDefinitionNode,
  scope: SelectionScope,
): string[] {
  const allowed = new Set(roots.map((field) => field.node));
  const problems: string[] = [];
  for (const definition of [operation, ...scope.fragments.values()]) {
    visit(definition, {
      Field: (node) => {
        if (hasDirective(node, 'spread') && !allowed.has(node))
          problems.push(problemAt(node, 'Only a root field can be @spread.'));
      },
    });
  }
  return problems;
}

function checkEnvelope(scope: SelectionScope, operation: OperationDefinitionNode): string[] {
  const seen = new Set<string>();
  return envelopeFields(scope, operation).flatMap((field) => {
    const isRepeated = seen.has(field.key);
    seen.add(field.key);
    return checkKey(field, isRepeated);
  });
}

function checkKey(field: SelectedField, repeated: boolean): string[] {
  if (repeated) return [problemAt(field.node, `The envelope has ${field.key} twice.`)];
  if (field.key === 'error') return [problemAt(field.node, 'The key error belongs to the error envelope.')];
  if (field.key !== 'success') return [];
  const isFlag = isNonNullType(field.type) && field.type.ofType === GraphQLBoolean;
  return isFlag ? [] : [problemAt(field.node, 'Only a field of type Boolean! can stand for success.')];
}
