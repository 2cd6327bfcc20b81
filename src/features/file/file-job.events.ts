import type { Viewer } from '../access/viewer.ts';
import type { FileProcessingJob } from './file-job.types.ts';
import type { FileService } from './file.service.ts';

const LOOK_EVERY_MS = 500;
/** A stream ends by itself then; whoever is still interested opens another. */
const MAX_MS = 60 * 60 * 1000;
const ENDED: readonly FileProcessingJob['state'][] = ['completed', 'failed', 'cancelled'];

/** What went wrong, as the last event: a stream that throws would end without a word. */
export interface FileJobFailure {
  failure: unknown;
}

/**
 * How a job stands, now and whenever that has changed, until it has ended. Looked up in the database, since any instance of
 * the service may be working on it.
 */
export async function* fileJobChanges(
  files: FileService,
  viewer: Viewer,
  id: string,
): AsyncGenerator<FileProcessingJob | FileJobFailure, void, void> {
  const until = Date.now() + MAX_MS;
  let shown = '';
  while (Date.now() < until) {
    const job = await files.get(viewer, id).catch((failure: unknown): FileJobFailure => ({ failure }));
    if ('failure' in job) return yield job;
    const now = JSON.stringify(job);
    if (now !== shown) yield job;
    shown = now;
    if (ENDED.includes(job.state)) return;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_EVERY_MS);
    });
  }
}
