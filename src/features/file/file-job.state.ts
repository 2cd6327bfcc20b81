import { describeProcessing } from '../job/processing-job.state.ts';
import type { FileJobFacts } from './file-job.rows.ts';
import type { FileProcessingJob } from './file-job.types.ts';

/** Extraction takes most of the time; the rest of the percentage is indexing. */
const EXTRACTION_SHARE = 0.9;

export function describeFileJob(facts: FileJobFacts): FileProcessingJob {
  const job = describeProcessing(facts, 'file');
  const isCompleted = job.state === 'completed';
  return {
    ...job,
    fileKey: facts.fileKey,
    fileName: facts.fileName,
    stage: STAGE[job.state] ?? facts.phase,
    progress: isCompleted ? 100 : Math.floor(facts.progress * EXTRACTION_SHARE),
    documentId: isCompleted ? facts.subjectId : null,
    chunks: isCompleted ? facts.chunks : null,
    pages: facts.pages,
    ocrPages: facts.ocrPages,
    notes: facts.notes ?? [],
  };
}

const STAGE: Partial<Record<FileProcessingJob['state'], string>> = {
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};
