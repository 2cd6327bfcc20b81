import { type Span, TraceFlags, isSpanContextValid, trace } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { currentContext, extendContext } from '../async-context.ts';

declare module '../async-context.ts' {
  interface AsyncContext {
    ids?: LogIds;
  }
}

/** Ids in log lines. Added as they become known: the site by the key, the trace by a header. */
export interface LogIds {
  requestId?: string;
  siteId?: string;
  jobId?: string;
  /** Id of a job. */
  kind?: string;
  trace?: TraceIds;
}

/** Ids in the format of W3C Trace Context: 32 and 16 lower-case hexadecimal digits. */
export interface TraceIds {
  traceId: string;
  spanId: string;
  sampled: boolean;
}

/** Every line that `work` and its async calls log contains these ids. */
export function withLogIds<T>(ids: LogIds, work: () => T): T {
  return extendContext({ ids }, work);
}

/** Ids of the current request or job; undefined outside of both. */
export function currentLogIds(): LogIds | undefined {
  return currentContext()?.ids;
}

/** A logger whose lines always contain these ids, for lines that the server logs outside of a request. */
export function withIds<L extends Logger>(log: L, ids: LogIds): L {
  const child: L & Bound = log.child({}) as L;
  child[IDS] = ids;
  return child;
}

export function findLogIds(log: object): LogIds | undefined {
  return (log as Bound)[IDS] ?? currentContext()?.ids;
}

/** Returns the ids of the innermost open span; undefined if telemetry is disabled. */
export function activeTrace(): TraceIds | undefined {
  const span = trace.getActiveSpan();
  return span && toTraceIds(span);
}

export function toTraceIds(span: Span): TraceIds | undefined {
  const ids = span.spanContext();
  if (!isSpanContextValid(ids)) return undefined;
  return { traceId: ids.traceId, spanId: ids.spanId, sampled: (ids.traceFlags & TraceFlags.SAMPLED) !== 0 };
}

const IDS = Symbol('ids of the lines of a logger');

/** The ids are kept on the logger itself, because the values of a `WeakMap` live until the whole heap is collected. */
interface Bound {
  [IDS]?: LogIds;
}
