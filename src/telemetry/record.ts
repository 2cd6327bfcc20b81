import type { TraceIds } from '../shared/log-ids.ts';
import type { MetricName } from './metrics.ts';

/** Names of few values: never what a caller or a site has written, nor ids in what is a metric's. */
export type Attributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** Where the trace comes from; unset: the span that is open here. */
  parent?: TraceIds | undefined;
  /** Without a span that is open here there is none, so that what runs by itself makes no traces of one span each. */
  onlyWithin?: boolean;
  /** Take the duration in seconds, each with its own attributes. */
  metrics?: Partial<Record<MetricName, Attributes>>;
}

export interface OpenSpan {
  readonly trace: TraceIds | undefined;
  rename(name: string): void;
  /** @param metric attributes that belong to the metrics too */
  set(attributes: Attributes, metric?: boolean): void;
}

/** A span that is ended by hand. */
export interface HeldSpan extends OpenSpan {
  /** Spans that `work` and what it starts open are children of this one. */
  run<T>(work: () => T): T;
  end(error?: unknown): void;
}

/** What the service tells of itself, where it is told to. */
export interface Recorder {
  open(name: string, options: SpanOptions): HeldSpan;
  /** The span that is open here. */
  innermost(): Pick<OpenSpan, 'rename' | 'set'> | null;
  measure(metric: MetricName, value: number, attributes: Attributes): void;
  /** `read` is called once per export for all the gauges of a call, and answers values by gauge. */
  gauges(names: readonly MetricName[], read: () => Promise<GaugeValue[]>): void;
}

export interface GaugeValue {
  gauge: MetricName;
  value: number;
  attributes: Attributes;
}

/** One for the process; null: nothing is recorded, and nothing is paid for it. */
export function recorder(): Recorder | null {
  return active;
}

export function recordWith(next: Recorder | null): void {
  active = next;
}

/** Runs `work` within a span. What it throws is told by its code alone, as texts of errors quote what they are about. */
export async function observe<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T> | T,
): Promise<T> {
  if (!active) return work(NO_SPAN);
  const span = active.open(name, options);
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Says more of the span that is open here than was known when it was opened. */
export function describeSpan(name: string, attributes: Attributes): void {
  const span = active?.innermost();
  span?.rename(name);
  span?.set(attributes);
}

export function measure(metric: MetricName, value: number, attributes: Attributes): void {
  active?.measure(metric, value, attributes);
}

let active: Recorder | null = null;

const NO_SPAN: OpenSpan = { trace: undefined, rename: () => {}, set: () => {} };
