import { type DocumentNode, type GraphQLSchema, Kind, OperationTypeNode } from 'graphql';
import { requiredScope } from '../../shared/api-key-scope.ts';
import { topicsOf } from '../../shared/revision-topic.ts';
import type { CompiledOperation } from '../operation.ts';
import { compileAnswer, rootSelection } from '../output/answer-plan.ts';
import { isPage } from '../output/is-page.ts';
import { fragmentsOf } from '../output/select-fields.ts';
import { definitionWithoutRead } from './answer-without-read.ts';

/**
 * @param document valid; its operation comes first
 * @param hasEnvelope whether the answer has `success`
 */
export function compileOperation(
  document: DocumentNode,
  schema: GraphQLSchema,
  { hasEnvelope = true } = {},
): CompiledOperation {
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new TypeError('A document begins with its operation');
  const scope = { schema, fragments: fragmentsOf(document) };
  const roots = rootSelection(scope, definition);
  const scopes = [...new Set(roots.map(requiredScope))];
  const reduced = scopes.includes('read') ? null : definitionWithoutRead(scope, definition);
  const topics = definition.operation === OperationTypeNode.QUERY ? topicsOf(roots) : null;
  return {
    name: definition.name?.value ?? '',
    kind: definition.operation === OperationTypeNode.MUTATION ? 'mutation' : 'query',
    description: definition.description?.value ?? roots[0]?.description,
    document,
    definition,
    rootFields: [...new Set(roots.map((field) => field.name))],
    scopes,
    topics,
    isPage: topics !== null && roots.some(isPage),
    answer: compileAnswer(scope, definition, { hasEnvelope }),
    withoutRead: reduced && { definition: reduced, answer: compileAnswer(scope, reduced, { hasEnvelope }) },
  };
}
