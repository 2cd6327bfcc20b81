import {
  type Attributes,
  INVALID_SPAN_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  context,
  trace,
} from '@opentelemetry/api';
import { ServiceError } from '../shared/errors.ts';
import { type MetricName, SCOPE, isRecording, measure } from './metrics.ts';

/** Attributes have few values: never what a caller or a site has written, nor ids in what is a metric's. */
export interface ObserveOptions extends SpanOptions {
  /** True if the span needs an open one around it, so that what runs by itself makes no traces of one span each. */
  requireParent?: boolean;
  /** Take the duration in seconds, each with its own attributes. */
  metrics?: Partial<Record<MetricName, Attributes>>;
}

/**
 * Runs `work` in a span; what it adds to `labels` becomes attributes of the span and of its metrics. A thrown error is
 * recorded by its code alone, because error texts quote what they are about.
 */
export async function observe<T>(
  name: string,
  options: ObserveOptions,
  work: (span: Span, labels: Attributes) => Promise<T> | T,
): Promise<T> {
  if (!isRecording()) return work(NO_SPAN, {});
  const observation = new Observation(name, options);
  try {
    const result = await observation.run(() => work(observation.span, observation.labels));
    observation.end();
    return result;
  } catch (error) {
    observation.end(error);
    throw error;
  }
}

/** A span that is ended by hand, and its duration. */
export class Observation {
  readonly span: Span;
  /** Attributes of the span and of its metrics. */
  readonly labels: Attributes = {};
  private readonly metrics: ObserveOptions['metrics'];
  private readonly startedAt = performance.now();

  constructor(name: string, { metrics, requireParent, ...options }: ObserveOptions, parent = context.active()) {
    this.metrics = metrics;
    this.span =
      requireParent && !trace.getSpan(parent) ? NO_SPAN : trace.getTracer(SCOPE).startSpan(name, options, parent);
  }

  /** Spans that `work` and what it starts open are children of this one. */
  run<T>(work: () => T): T {
    return context.with(trace.setSpan(context.active(), this.span), work);
  }

  end(error?: unknown): void {
    const seconds = (performance.now() - this.startedAt) / 1000;
    if (error !== undefined) this.labels['error.type'] = errorType(error);
    this.span.setAttributes(this.labels);
    // What a caller did wrong is an answer of the service, not a failure of it.
    const isFailure = error !== undefined && !(error instanceof ServiceError && error.status < 500);
    if (isFailure) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
    for (const [name, attributes] of Object.entries(this.metrics ?? {})) {
      measure(name as MetricName, seconds, { ...attributes, ...this.labels });
    }
  }
}

const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code)) return code;
  return /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
}
