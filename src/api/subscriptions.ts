import type { RequestContext } from './request-context.ts';

/** Streams of a resolver instance by field of the Subscription type, because decorators do not know the instance. */
export type InstanceSubscriptions = Readonly<
  Record<string, (args: Readonly<Record<string, unknown>>, context: RequestContext) => AsyncIterable<unknown>>
>;

/** Placeholder in a `@Subscription` whose stream is in the instance's `subscriptions`. */
export function subscribedByInstance(): never {
  throw new Error('This schema was built without instances');
}
