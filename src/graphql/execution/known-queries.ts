import { type DocumentNode, type GraphQLSchema, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { CompiledQuery } from './compiled-query.ts';

/** In characters of documents, each of which takes some 100 to 500 bytes of memory with its plan. */
const MAX_CHARACTERS = 60_000;

/** Queries that were valid before, by their text: the next time they are neither parsed nor validated. */
export class KnownQueries {
  private readonly schema: GraphQLSchema;
  private readonly queries: LRUCache<string, CompiledQuery>;

  constructor(schema: GraphQLSchema, maxCharacters = MAX_CHARACTERS) {
    this.schema = schema;
    this.queries = new LRUCache({ maxSize: maxCharacters, sizeCalculation: (_query, key) => key.length });
  }

  has(text: string, operationName: string | null | undefined): boolean {
    return this.queries.has(keyOf(text, operationName));
  }

  get(text: string, operationName: string | null | undefined): CompiledQuery | undefined {
    return this.queries.get(keyOf(text, operationName));
  }

  /** @param document valid */
  add(
    text: string,
    operationName: string | null | undefined,
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ): void {
    if (operation.operation !== OperationTypeNode.QUERY) return;
    this.queries.set(keyOf(text, operationName), new CompiledQuery(this.schema, document, operation));
  }

  delete(text: string, operationName: string | null | undefined): void {
    this.queries.delete(keyOf(text, operationName));
  }
}

function keyOf(text: string, operationName: string | null | undefined): string {
  return operationName === undefined || operationName === null ? text : `${operationName}\0${text}`;
}
