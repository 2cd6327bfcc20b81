import { AsyncLocalStorage } from 'node:async_hooks';

/** Who acts in a request or job. A request learns it when its caller is authenticated. */
interface Acting {
  actor: string;
}

/** The service itself. */
export const SERVICE_ACTOR = 'service';

/** The work of a request or job. What it changes in the database is logged as done by `actor`, or by the one that `actAs` names. */
export function withActor<T>(actor: string, work: () => T): T {
  return current.run({ actor }, work);
}

/** From here on the request acts as this one: `key:<id>`, `member:<id> <name>`, `admin`, `admin:<id> <name>` or `service <kind of job>`. */
export function actAs(actor: string): void {
  const acting = current.getStore();
  if (acting) acting.actor = actor;
}

export function currentActor(): string {
  return current.getStore()?.actor ?? SERVICE_ACTOR;
}

const current = new AsyncLocalStorage<Acting>();
