import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';

/** What a line of the log belongs to. Filled in as it becomes known: the key tells the site, a caller's header the trace. */
export interface LogIds {
  requestId?: string;
  siteId?: string;
  jobId?: string;
  /** Of a job. */
  kind?: string;
  trace?: TraceIds;
}

/** As W3C Trace Context writes them: 32 and 16 lower-case hexadecimal digits. */
export interface TraceIds {
  traceId: string;
  spanId: string;
  sampled: boolean;
}

/** Every line that `work` and what it starts log carries these ids. */
export function withLogIds<T>(ids: LogIds, work: () => T): T {
  return current.run(ids, work);
}

/** Of the request or job that runs here; undefined outside of both. */
export function currentLogIds(): LogIds | undefined {
  return current.getStore();
}

/** A logger whose lines carry these ids wherever it is used, as what the server itself logs runs in no request. */
export function withIds<L extends Logger>(log: L, ids: LogIds): L {
  const child = log.child({}) as L;
  bound.set(child, ids);
  return child;
}

export function idsOf(log: object): LogIds | undefined {
  return bound.get(log) ?? current.getStore();
}

/** Asked for the innermost span that is open; telemetry puts its own in place when it is on. */
export const innermost: { trace: () => TraceIds | undefined } = { trace: () => undefined };

const current = new AsyncLocalStorage<LogIds>();
const bound = new WeakMap<object, LogIds>();
