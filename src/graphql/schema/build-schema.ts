import type { GraphQLSchema } from 'graphql';
import { type ClassType, type NonEmptyArray, type PubSub, buildSchema } from 'type-graphql';
import { keepInheritedBounds } from '../../api/input-bounds.ts';
import type { RequestContext } from '../../api/request-context.ts';
import type { InstanceSubscriptions } from '../../api/subscriptions.ts';
import { assertVisibilityDeclared } from '../../api/visible.ts';
import { resolveDirectly } from './direct-resolvers.ts';
import { meterLists } from '../limits/meter-lists.ts';
import { assertScopesDeclared } from '../rules/scopes.ts';

/** A PubSub that type-graphql requires, although every subscription here is a stream of its own. */
const NO_PUB_SUB: PubSub = {
  publish: () => {},
  subscribe: () => {
    throw new Error('Subscriptions do not use a PubSub');
  },
};

/**
 * One schema for every surface, built from the resolver classes of the features. Without instances it can be printed
 * but not executed. Input is validated by the services, not by type-graphql.
 */
export async function buildApiSchema(
  classes: readonly ClassType[],
  instances: readonly object[] = [],
): Promise<GraphQLSchema> {
  const resolversByClass = new Map(instances.map((instance) => [instance.constructor, instance]));
  const schema = await buildSchema({
    resolvers: [...classes] as unknown as NonEmptyArray<ClassType>,
    container: { get: (resolver) => resolversByClass.get(resolver as ClassType) },
    validate: false,
    // It executes the introspection query. Validating the operation documents checks the schema, too.
    skipCheck: true,
    pubSub: NO_PUB_SUB,
  });
  keepInheritedBounds(schema);
  resolveDirectly(schema, resolversByClass);
  meterLists(schema);
  assertScopesDeclared(schema);
  assertVisibilityDeclared(schema);
  for (const instance of instances as readonly { subscriptions?: InstanceSubscriptions }[]) {
    for (const [name, stream] of Object.entries(instance.subscriptions ?? {})) {
      const field = schema.getSubscriptionType()?.getFields()[name];
      if (!field) throw new Error(`The schema has no subscription ${name}`);
      field.subscribe = (_source, args: Record<string, unknown>, context: RequestContext) => stream(args, context);
    }
  }
  return schema;
}
