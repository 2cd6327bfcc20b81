import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { type NonEmptyArray, buildSchema } from 'type-graphql';

/** Instances of resolver classes, wired by the features. */
export type Resolvers = readonly object[];

/** One schema for every surface, from the resolvers of the features. Input is checked by the services, not by type-graphql. */
export function buildApiSchema(resolvers: Resolvers): Promise<GraphQLSchema> {
  const instances = new Map(resolvers.map((resolver) => [resolver.constructor, resolver]));
  return buildSchema({
    resolvers: [...instances.keys()] as unknown as NonEmptyArray<() => void>,
    container: { get: (resolver) => instances.get(resolver as () => void) },
    validate: false,
  });
}
