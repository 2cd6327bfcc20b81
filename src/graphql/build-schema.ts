import type { GraphQLSchema } from 'graphql';
import { type ClassType, type NonEmptyArray, type PubSub, buildSchema } from 'type-graphql';
import { keepInheritedBounds } from './bounds.ts';
import type { RequestContext } from './context.ts';

/** What a resolver instance streams, by field of the Subscription type: decorators know no instance. */
export type InstanceSubscriptions = Readonly<
  Record<string, (args: Readonly<Record<string, unknown>>, context: RequestContext) => AsyncIterable<unknown>>
>;

/** Stands in a `@Subscription` whose instance has its stream in `subscriptions`. */
export function subscribedByInstance(): never {
  throw new Error('This schema was built without instances');
}

/** Nothing is published: every subscription is a stream of its own. type-graphql asks for one all the same. */
const NO_PUB_SUB: PubSub = {
  publish: () => {},
  subscribe: () => {
    throw new Error('Nothing is published');
  },
};

/**
 * One schema for every surface, from the resolver classes of the features. Without instances it can be read but not run.
 * Input is checked by the services, not by type-graphql.
 */
export async function buildApiSchema(
  classes: readonly ClassType[],
  instances: readonly object[] = [],
): Promise<GraphQLSchema> {
  const byClass = new Map(instances.map((instance) => [instance.constructor, instance]));
  const schema = await buildSchema({
    resolvers: [...classes] as unknown as NonEmptyArray<ClassType>,
    container: { get: (resolver) => byClass.get(resolver as ClassType) },
    validate: false,
    pubSub: NO_PUB_SUB,
  });
  keepInheritedBounds(schema);
  for (const instance of instances as readonly { subscriptions?: InstanceSubscriptions }[]) {
    for (const [name, stream] of Object.entries(instance.subscriptions ?? {})) {
      const field = schema.getSubscriptionType()?.getFields()[name];
      if (!field) throw new Error(`The schema has no subscription ${name}`);
      field.subscribe = (_source, args: Record<string, unknown>, context: RequestContext) => stream(args, context);
    }
  }
  return schema;
}
