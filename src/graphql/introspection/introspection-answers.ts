import type { ApolloServerPlugin } from '@apollo/server';
import { type GraphQLSchema, Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { RequestContext } from '../../api/request-context.ts';
import type { Asked } from '../execution/execute-compiled.ts';

/** In characters, of all schemas together. */
const MAX_CHARACTERS = 24_000_000;
const MAX_ANSWER_CHARACTERS = 8_000_000;

/**
 * Answers of operations that ask for the schema and nothing else: they are the same for every caller, as long as the schema
 * is the same object.
 */
export class IntrospectionAnswers {
  private readonly answers = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_ANSWER_CHARACTERS,
    sizeCalculation: (answer, key) => answer.length + key.length,
  });
  private readonly numbers = new WeakMap<GraphQLSchema, number>();
  private schemas = 0;

  get(schema: GraphQLSchema, asked: Asked): string | undefined {
    return this.answers.get(this.keyOf(schema, asked));
  }

  /** Remembers what the endpoint of a schema answers. */
  plugin(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
    return {
      requestDidStart: async () => ({
        willSendResponse: async ({ request: { query, operationName, variables }, operation, response }) => {
          if (!operation || query === undefined || !isIntrospection(operation)) return;
          const { body } = response;
          if (body.kind !== 'single' || body.singleResult.errors || !body.singleResult.data) return;
          const key = this.keyOf(schema, { query, operationName, variables: variables ?? {} });
          this.answers.set(key, `${JSON.stringify({ data: body.singleResult.data })}\n`);
        },
      }),
    };
  }

  private keyOf(schema: GraphQLSchema, { query, operationName, variables }: Asked): string {
    const number = getOrAdd(this.numbers, schema, () => (this.schemas += 1));
    return JSON.stringify([number, query, operationName ?? null, variables]);
  }
}

/** Without fragments at the root, which clients do not write there. */
function isIntrospection({ operation, selectionSet }: OperationDefinitionNode): boolean {
  return (
    operation === OperationTypeNode.QUERY &&
    selectionSet.selections.every(({ kind, ...selection }) => {
      return kind === Kind.FIELD && 'name' in selection && selection.name.value.startsWith('__');
    })
  );
}
