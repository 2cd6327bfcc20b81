import { type Attributes, type Histogram, type Meter, type ObservableGauge, metrics } from '@opentelemetry/api';

interface Metric {
  unit: 's' | '{token}' | '{job}' | '{site}' | '1';
  description: string;
  /** Upper bounds of a histogram's buckets; none: a gauge. */
  buckets?: readonly number[];
}

/** What conventions advise for requests; the longest here are chat turns and files. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const SHORT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
const LONG_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];
const TOKENS = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576];

/** Names and units are those of OpenTelemetry's conventions where they have any; the others begin with `lectern.`. */
export const METRICS = {
  'http.server.request.duration': { unit: 's', description: 'Requests, by route and status', buckets: SECONDS },
  'http.client.request.duration': { unit: 's', description: 'Calls of webhook tools', buckets: SECONDS },
  'db.client.operation.duration': { unit: 's', description: 'Statements, by verb and table', buckets: SHORT_SECONDS },
  'gen_ai.client.operation.duration': {
    unit: 's',
    description: 'Calls of models: language, embedding, reranking, vision, transcription',
    buckets: LONG_SECONDS,
  },
  'gen_ai.client.token.usage': { unit: '{token}', description: 'Tokens a call took and gave', buckets: TOKENS },
  'lectern.graphql.resolver.duration': { unit: 's', description: 'Fields of Query and Mutation', buckets: SECONDS },
  'lectern.search.duration': { unit: 's', description: 'Searches and their legs', buckets: SECONDS },
  'lectern.extraction.duration': { unit: 's', description: 'Reading of files, by format', buckets: LONG_SECONDS },
  'lectern.job.duration': { unit: 's', description: 'Runs of jobs, by kind and outcome', buckets: LONG_SECONDS },
  'lectern.job.wait.duration': { unit: 's', description: 'From being due to being started', buckets: LONG_SECONDS },
  'lectern.job.queue.depth': { unit: '{job}', description: 'Jobs that wait, delayed ones included' },
  'lectern.job.queue.age': { unit: 's', description: 'How long the job has been due that waits longest' },
  'lectern.embedding.progress': {
    unit: '1',
    description: 'Share of the chunks that have vectors of the next embedding model; 1 without one',
  },
  'lectern.index.unreachable': { unit: '{site}', description: 'Sites in which stored vectors are not found' },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;

/** What the service's instruments and spans are known as. */
export const SCOPE = 'lectern';

/** Makes the histograms of the provider that was registered. */
export function createHistograms(): void {
  for (const [name, metric] of Object.entries(METRICS)) {
    if (!('buckets' in metric)) continue;
    const { unit, description, buckets } = metric;
    const advice = { explicitBucketBoundaries: [...buckets] };
    histograms.set(name as MetricName, meter().createHistogram(name, { unit, description, advice }));
  }
}

export function removeHistograms(): void {
  histograms.clear();
}

/** Tells whether anything is recorded: what is measured everywhere need not be prepared for it otherwise. */
export function isRecording(): boolean {
  return histograms.size > 0;
}

export function measure(metric: MetricName, value: number, attributes: Attributes): void {
  histograms.get(metric)?.record(value, attributes);
}

export function createGauge(name: MetricName): ObservableGauge {
  const { unit, description } = METRICS[name];
  return meter().createObservableGauge(name, { unit, description });
}

export function meter(): Meter {
  return metrics.getMeter(SCOPE);
}

const histograms = new Map<MetricName, Histogram>();
