import type { GraphQLSchema } from 'graphql';
import { type ClassType, type NonEmptyArray, buildSchema } from 'type-graphql';

/**
 * One schema for every surface, from the resolver classes of the features. Without instances it can be read but not run.
 * Input is checked by the services, not by type-graphql.
 */
export function buildApiSchema(
  classes: readonly ClassType[],
  instances: readonly object[] = [],
): Promise<GraphQLSchema> {
  const byClass = new Map(instances.map((instance) => [instance.constructor, instance]));
  return buildSchema({
    resolvers: [...classes] as unknown as NonEmptyArray<ClassType>,
    container: { get: (resolver) => byClass.get(resolver as ClassType) },
    validate: false,
  });
}
