import type { Viewer } from '../access/viewer.ts';
import type { FileProcessingJob } from './file-job.types.ts';
import type { FileService } from './file.service.ts';

const LOOK_EVERY_MS = 500;
/** The stream ends after this time; clients can open another one. */
const MAX_MS = 60 * 60 * 1000;
const ENDED: readonly FileProcessingJob['state'][] = ['completed', 'failed', 'cancelled'];

/** The error as last event, because a stream that throws ends without a message. */
export interface FileJobFailure {
  failure: unknown;
}

/**
 * The state of a job, now and after every change, until it is finished. Polled from the database, because any instance
 * may be processing it.
 */
export async function* fileJobChanges(
  files: FileService,
  viewer: Viewer,
  id: string,
): AsyncGenerator<FileProcessingJob | FileJobFailure, void, void> {
  const until = Date.now() + MAX_MS;
  let lastSent = '';
  while (Date.now() < until) {
    const job = await files.get(viewer, id).catch((failure: unknown): FileJobFailure => ({ failure }));
    if ('failure' in job) return yield job;
    const now = JSON.stringify(job);
    if (now !== lastSent) yield job;
    lastSent = now;
    if (ENDED.includes(job.state)) return;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_EVERY_MS);
    });
  }
}
