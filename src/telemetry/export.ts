import { DiagLogLevel, context, diag, metrics as globalMetrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { type Resource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { maskText } from '../shared/log/log-error.ts';
import type { Logger } from '../shared/log/logger.ts';
import { VERSION } from '../shared/version.ts';
import { withTimeout } from '../shared/timeout.ts';
import { googleHeaders } from './google-headers.ts';
import { SCOPE, createHistograms, removeHistograms } from './metrics.ts';
import type { Telemetry, TelemetrySettings } from './settings.ts';

const STOP_LIMIT_MS = 2_000;
/** A receiver that does not answer holds up nothing but later exports. */
const EXPORT_TIMEOUT_MS = 5_000;
const WARN_EVERY_MS = 60_000;

/** Sends spans and metrics by OTLP, as protobuf over HTTP. Headers are those of OTEL_EXPORTER_OTLP_HEADERS, which the exporter reads. */
export function startExport(settings: TelemetrySettings, log: Logger): Telemetry {
  diag.setLogger(warnings(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const contexts = new AsyncLocalStorageContextManager();
  context.setGlobalContextManager(contexts.enable());
  const resource = describe(settings);
  const traces = new TracerProvider({
    resource,
    sampler: createSampler(settings.sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(receiver(settings, 'traces')) })],
  });
  const metrics = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(receiver(settings, 'metrics')),
        exportIntervalMillis: settings.metricIntervalMs,
        exportTimeoutMillis: Math.min(EXPORT_TIMEOUT_MS, settings.metricIntervalMs),
      }),
    ],
  });
  trace.setGlobalTracerProvider(traces);
  globalMetrics.setGlobalMeterProvider(metrics);
  createHistograms();
  return {
    isOn: true,
    flush: () => waitForAll([traces.forceFlush(), metrics.forceFlush()]),
    async stop() {
      removeHistograms();
      trace.disable();
      globalMetrics.disable();
      await withTimeout(
        STOP_LIMIT_MS,
        waitForAll([traces.shutdown(), metrics.shutdown()]),
        () => new Error('timed out'),
      ).catch(() => {});
      context.disable();
      diag.disable();
    },
  };
}

function receiver(settings: TelemetrySettings, signal: 'traces' | 'metrics') {
  const headers = googleHeaders(settings.endpoint);
  return {
    url: `${settings.endpoint}/v1/${signal}`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    ...(headers ? { headers } : {}),
  };
}

/** What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say counts. */
function describe({ project }: TelemetrySettings): Resource {
  const own = resourceFromAttributes({
    'service.name': SCOPE,
    'service.version': VERSION,
    'service.instance.id': crypto.randomUUID(),
    ...(project === undefined ? {} : { 'gcp.project_id': project }),
  });
  return own.merge(detectResources({ detectors: [envDetector] }));
}

function createSampler({ name, ratio }: TelemetrySettings['sampler']): Sampler {
  const root = name.endsWith('traceidratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler();
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** A receiver that is away fails every export: one line a minute says so. */
function warnings(log: Logger) {
  let warned = -Infinity;
  const warn = (text: string): void => {
    if (performance.now() - warned < WARN_EVERY_MS) return;
    warned = performance.now();
    log.warn({ reason: describeReason(text) }, 'telemetry could not be exported');
  };
  const silent = (): void => {};
  return { error: warn, warn, info: silent, debug: silent, verbose: silent };
}

/** The library prints errors as JSON, their stacks included. */
function describeReason(text: string): string {
  const [, message, code] = [text, /"message":"([^"\\]*)"/.exec(text)?.[1], /"code":"?(\w+)/.exec(text)?.[1]];
  return [maskText(message ?? text), code].filter(Boolean).join(' ');
}

async function waitForAll(work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work);
}
