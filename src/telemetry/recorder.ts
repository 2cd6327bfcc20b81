import {
  type Histogram,
  type Meter,
  type ObservableGauge,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  context,
  trace,
} from '@opentelemetry/api';
import { ServiceError } from '../shared/errors.ts';
import type { TraceIds } from '../shared/log-ids.ts';
import { METRICS, type MetricName } from './metrics.ts';
import type { Attributes, GaugeValue, HeldSpan, Recorder, SpanOptions } from './record.ts';

/** A recorder that tells OpenTelemetry. */
export function createRecorder(tracer: Tracer, meter: Meter): Recorder {
  const histograms = new Map<MetricName, Histogram>();
  const measure = (metric: MetricName, value: number, attributes: Attributes): void => {
    let histogram = histograms.get(metric);
    if (!histogram) histograms.set(metric, (histogram = createHistogram(meter, metric)));
    histogram.record(value, attributes);
  };
  return {
    open: (name, options) => new OtelSpan(startSpan(tracer, name, options), options, measure),
    innermost() {
      const span = trace.getActiveSpan();
      return span ? new OtelSpan(span, {}, measure) : null;
    },
    measure,
    gauges: (names, read) => registerGauges(meter, names, read),
  };
}

/** The innermost span that is open here. */
export function openTrace(): TraceIds | undefined {
  const span = trace.getActiveSpan();
  return span && idsOf(span);
}

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

function startSpan(tracer: Tracer, name: string, options: SpanOptions): Span | undefined {
  const { kind = 'internal', attributes, parent, onlyWithin } = options;
  const here = context.active();
  if (onlyWithin && !trace.getSpan(here)) return undefined;
  const within = parent ? trace.setSpanContext(here, remote(parent)) : here;
  return tracer.startSpan(name, { kind: KINDS[kind], attributes: attributes ?? {} }, within);
}

function remote({ traceId, spanId, sampled }: TraceIds) {
  return { traceId, spanId, isRemote: true, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

function idsOf(span: Span): TraceIds {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
}

class OtelSpan implements HeldSpan {
  private readonly span: Span | undefined;
  private readonly metrics: SpanOptions['metrics'];
  private readonly measure: Recorder['measure'];
  private readonly started = performance.now();
  private shared: Attributes = {};

  constructor(span: Span | undefined, { metrics }: SpanOptions, measure: Recorder['measure']) {
    this.span = span;
    this.metrics = metrics;
    this.measure = measure;
  }

  get trace(): TraceIds | undefined {
    return this.span && idsOf(this.span);
  }

  rename(name: string): void {
    this.span?.updateName(name);
  }

  set(attributes: Attributes, metric = false): void {
    this.span?.setAttributes(attributes);
    if (metric) this.shared = { ...this.shared, ...attributes };
  }

  run<T>(work: () => T): T {
    return this.span ? context.with(trace.setSpan(context.active(), this.span), work) : work();
  }

  end(error?: unknown): void {
    const seconds = (performance.now() - this.started) / 1000;
    if (error !== undefined) this.fail(error);
    this.span?.end();
    for (const [name, attributes] of Object.entries(this.metrics ?? {})) {
      this.measure(name as MetricName, seconds, { ...attributes, ...this.shared });
    }
  }

  private fail(error: unknown): void {
    this.set({ 'error.type': errorType(error) }, true);
    // What a caller did wrong is an answer, not a fault.
    if (!(error instanceof ServiceError && error.status < 500)) this.span?.setStatus({ code: SpanStatusCode.ERROR });
  }
}

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code)) return code;
  return /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
}

function createHistogram(meter: Meter, name: MetricName): Histogram {
  const metric = METRICS[name];
  const { unit, description } = metric;
  const buckets = 'buckets' in metric ? [...metric.buckets] : [];
  return meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: buckets } });
}

function registerGauges(meter: Meter, names: readonly MetricName[], read: () => Promise<GaugeValue[]>): void {
  const gauges = new Map<MetricName, ObservableGauge>(
    names.map((name) => {
      const { unit, description } = METRICS[name];
      return [name, meter.createObservableGauge(name, { unit, description })];
    }),
  );
  meter.addBatchObservableCallback(
    async (result) => {
      // A database that is away is told of elsewhere.
      for (const { gauge, value, attributes } of await read().catch(() => [])) {
        const observable = gauges.get(gauge);
        if (observable) result.observe(observable, value, attributes);
      }
    },
    [...gauges.values()],
  );
}
