import type { FileJobFacts } from './file-job.rows.ts';
import type { FileProcessingJob } from './file-job.types.ts';

/** Extraction takes most of the time; the rest of the percentage is indexing. */
const EXTRACTION_SHARE = 0.9;

/** Computes the state of a job from other rows, so that no stored state can be wrong after a crash. */
export function describeFileJob(facts: FileJobFacts): FileProcessingJob {
  const state = stateOf(facts);
  const isCompleted = state === 'completed';
  return {
    id: facts.id,
    fileKey: facts.fileKey,
    fileName: facts.fileName,
    status: facts.status,
    state,
    stage: STAGE[state] ?? facts.phase,
    progress: isCompleted ? 100 : Math.floor(facts.progress * EXTRACTION_SHARE),
    documentId: isCompleted ? facts.fileId : null,
    chunks: isCompleted ? facts.chunks : null,
    pages: facts.pages,
    ocrPages: facts.ocrPages,
    notes: facts.notes ?? [],
    error: state === 'failed' || state === 'cancelled' ? errorOf(facts) : null,
    lastError: facts.workError,
    attempts: facts.attempts,
    retryAt: state === 'waiting' ? facts.runAt : null,
    createdAt: facts.createdAt,
    updatedAt: (isCompleted ? facts.processedAt : null) ?? facts.updatedAt,
  };
}

/** Whether it can still change by itself. */
export function isOpen(facts: FileJobFacts): boolean {
  return !['completed', 'failed', 'cancelled'].includes(stateOf(facts));
}

function stateOf(facts: FileJobFacts): FileProcessingJob['state'] {
  if (facts.phase === 'cancelled') return 'cancelled';
  if (facts.status === 'completed' || facts.status === 'failed') return facts.status;
  if (facts.workStatus === 'queued') return facts.isLater ? 'waiting' : 'queued';
  return facts.workStatus === 'running' && !facts.isOverdue ? 'running' : 'stuck';
}

const STAGE: Partial<Record<FileProcessingJob['state'], string>> = {
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

function errorOf({ phase, error, sourceError }: FileJobFacts) {
  if (phase !== 'indexing') return error;
  return sourceError ?? { code: 'REMOVED', message: 'The file was removed from the knowledge base' };
}
