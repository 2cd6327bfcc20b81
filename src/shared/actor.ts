import { currentContext, extendContext } from './async-context.ts';

declare module './async-context.ts' {
  interface AsyncContext {
    /** Who acts. A request learns it when its caller is authenticated, also for what it has begun before. */
    actorState?: ActorState;
  }
}

interface ActorState {
  actor: string;
}

/** The service itself. */
export const SERVICE_ACTOR = 'service';

/** The work of a request or job. What it changes in the database is logged as done by `actor`, or by the one that `setCurrentActor` names. */
export function withActor<T>(actor: string, work: () => T): T {
  return extendContext({ actorState: { actor } }, work);
}

/**
 * Sets the actor of the request from here on: `key:<id>`, `member:<id> <name>`, `admin`, `admin:<id> <name>` or
 * `service <kind of job>`.
 */
export function setCurrentActor(actor: string): void {
  const actorState = currentContext()?.actorState;
  if (actorState) actorState.actor = actor;
}

export function currentActor(): string {
  return currentContext()?.actorState?.actor ?? SERVICE_ACTOR;
}
