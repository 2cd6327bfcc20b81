import { type DocumentNode, type GraphQLSchema, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { CompiledQuery } from './compiled-query.ts';

/** In characters of documents, each of which takes some 100 to 500 bytes of memory with its plan. */
const MAX_CHARACTERS = 60_000;

/** A text and the name of one of its operations. */
export interface AskedQuery {
  query: string;
  operationName?: string | null | undefined;
}

/** Queries that were valid before, by their text: the next time they are neither parsed nor validated. */
export class KnownQueries {
  private readonly schema: GraphQLSchema;
  private readonly queries: LRUCache<string, CompiledQuery>;

  constructor(schema: GraphQLSchema, maxCharacters = MAX_CHARACTERS) {
    this.schema = schema;
    this.queries = new LRUCache({ maxSize: maxCharacters, sizeCalculation: (_query, key) => key.length });
  }

  has(asked: AskedQuery): boolean {
    return this.queries.has(keyOf(asked));
  }

  get(asked: AskedQuery): CompiledQuery | undefined {
    return this.queries.get(keyOf(asked));
  }

  /** @param document valid */
  add(asked: AskedQuery, document: DocumentNode, operation: OperationDefinitionNode): void {
    if (operation.operation !== OperationTypeNode.QUERY) return;
    this.queries.set(keyOf(asked), new CompiledQuery(this.schema, document, operation));
  }

  delete(asked: AskedQuery): void {
    this.queries.delete(keyOf(asked));
  }
}

function keyOf({ query, operationName }: AskedQuery): string {
  return operationName === undefined || operationName === null ? query : `${operationName}\0${query}`;
}
