import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';

/** The operation of a request, valid against the schema. */
export interface RequestedOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** The variables as the caller sent them. */
  variables: Readonly<Record<string, unknown>>;
}
