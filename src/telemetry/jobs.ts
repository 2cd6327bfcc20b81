import { SpanKind } from '@opentelemetry/api';
import { withLogIds } from '../shared/log/log-ids.ts';
import { measure } from './metrics.ts';
import { observe } from './record.ts';

interface ObservedJob {
  id: string;
  siteId: string | null;
  kind: string;
  attempts: number;
}

/**
 * Runs a job within a trace of its own; its log lines carry the job's ids.
 * @param work says how it ended, as `completed`, `retried` or `failed`; what it throws counts as a failure
 * @param waitedSeconds from being due to being started, where that is known
 */
export function observeJob(job: ObservedJob, work: () => Promise<string>, waitedSeconds?: number): Promise<void> {
  const { id, siteId, kind, attempts } = job;
  const metricAttributes = { 'lectern.job.kind': kind };
  if (waitedSeconds !== undefined) measure('lectern.job.wait.duration', Math.max(0, waitedSeconds), metricAttributes);
  const ids = { jobId: id, kind, ...(siteId === null ? {} : { siteId }) };
  const attributes = {
    ...metricAttributes,
    'lectern.job.id': id,
    'lectern.job.attempts': attempts,
    ...(siteId === null ? {} : { 'lectern.site.id': siteId }),
    ...(waitedSeconds === undefined ? {} : { 'lectern.job.wait': waitedSeconds }),
  };
  const options = { kind: SpanKind.CONSUMER, attributes, metrics: { 'lectern.job.duration': metricAttributes } };
  return withLogIds(ids, () =>
    observe(`job ${kind}`, options, async (_span, labels) => {
      labels['lectern.job.outcome'] = await work();
    }),
  );
}
