import { type DocumentNode, type GraphQLSchema, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { CompiledQuery } from './compiled-query.ts';

/** Characters of documents, each of which takes some 100 to 500 bytes of memory with its plan. */
const MAX_CHARACTERS = 60_000;

/** The text of a document and the name of one of its operations. */
export interface OperationText {
  query: string;
  operationName?: string | null | undefined;
}

/** Caches valid queries by their text: from the second request on they are neither parsed nor validated. */
export class CompiledQueryCache {
  private readonly schema: GraphQLSchema;
  private readonly queries: LRUCache<string, CompiledQuery>;

  constructor(schema: GraphQLSchema, maxCharacters = MAX_CHARACTERS) {
    this.schema = schema;
    this.queries = new LRUCache({ maxSize: maxCharacters, sizeCalculation: (_query, key) => key.length });
  }

  has(text: OperationText): boolean {
    return this.queries.has(cacheKey(text));
  }

  get(text: OperationText): CompiledQuery | undefined {
    return this.queries.get(cacheKey(text));
  }

  /** @param document valid */
  add(text: OperationText, document: DocumentNode, operation: OperationDefinitionNode): void {
    if (operation.operation !== OperationTypeNode.QUERY) return;
    this.queries.set(cacheKey(text), new CompiledQuery(this.schema, document, operation));
  }

  delete(text: OperationText): void {
    this.queries.delete(cacheKey(text));
  }
}

function cacheKey({ query, operationName }: OperationText): string {
  return operationName === undefined || operationName === null ? query : `${operationName}\0${query}`;
}
