export interface TelemetrySettings {
  /** Where an OTLP receiver listens over HTTP; `/v1/traces` and `/v1/metrics` are added. */
  endpoint: string;
  sampler: { name: SamplerName; ratio: number };
  /** The time between two exports of metrics. */
  metricIntervalMs: number;
  /** The Google Cloud project, where one is known. */
  project: string | undefined;
}

export type SamplerName = (typeof SAMPLER_NAMES)[number];

/** The names of OpenTelemetry's specification. */
export const SAMPLER_NAMES = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface Telemetry {
  isOn: boolean;
  /** Sends what has been recorded so far. Never rejects. */
  flush(): Promise<void>;
  /** Sends the rest, within two seconds, and records no more. Never rejects. */
  stop(): Promise<void>;
}
