import type { SamplerName } from '../telemetry/settings.ts';
import type { VariableName } from './variables.ts';

export interface TelemetryConfig {
  endpoint: string;
  /** `ratio`: the share of traces kept by the ratio samplers. */
  sampler: { name: SamplerName; ratio: number };
  metricIntervalMs: number;
}

export function readTelemetry(read: <T>(name: VariableName) => T | undefined): TelemetryConfig | undefined {
  const endpoint = read<string>('OTEL_EXPORTER_OTLP_ENDPOINT');
  const name = read<SamplerName>('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const ratio = read<number>('OTEL_TRACES_SAMPLER_ARG') ?? 1;
  const metricIntervalMs = read<number>('OTEL_METRIC_EXPORT_INTERVAL') ?? 60_000;
  return endpoint === undefined ? undefined : { endpoint, sampler: { name, ratio }, metricIntervalMs };
}
