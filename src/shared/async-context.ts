import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What the code of a request or job may ask about it wherever it runs. One object in one async context, because entering
 * a context copies it: `deadline.ts`, `actor.ts` and `log-ids.ts` each declare and read a part.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the parts are declared beside what reads them
export interface AsyncContext {}

/** Runs `work` as a unit of its own, which has nothing of the one around it. */
export function runInContext<T>(unit: AsyncContext, work: () => T): T {
  return current.run(unit, work);
}

/** Runs `work` as a part of the current unit in which these values are other ones. */
export function extendContext<T>(changed: AsyncContext, work: () => T): T {
  return current.run({ ...current.getStore(), ...changed }, work);
}

/** The context of the running request or job; undefined outside of them. */
export function currentContext(): AsyncContext | undefined {
  return current.getStore();
}

const current = new AsyncLocalStorage<AsyncContext>();
