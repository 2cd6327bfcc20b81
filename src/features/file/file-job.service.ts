import { table } from '../../database/table.ts';
import type { JobService } from '../job/job.service.ts';
import { ProcessingJobService } from '../processing-job/processing-job.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { FileJobEntity } from './file.entity.ts';
import { toExtractedSource, fileRows } from './file.rows.ts';
import { describeProcessing } from '../processing-job/processing-job.state.ts';
import { type FileJobFacts, fileJobRows } from './file-job.rows.ts';
import type { FileProcessingJob } from './file-job.types.ts';

export const FILE_JOB_PAGES = { default: 50, max: 200 };

export type FileJobs = ReturnType<typeof createFileJobs>;

export function createFileJobs(jobs: JobService, sources: SourceService) {
  return new ProcessingJobService({
    jobs,
    sources,
    subject: 'file',
    subjects: fileRows,
    sourceOf: toExtractedSource,
    rows: fileJobRows,
    listed: table(FileJobEntity, 'j', { only: ['id', 'createdAt'] }),
    pages: FILE_JOB_PAGES,
    describe: describeFileJob,
  });
}

/** Extraction takes most of the time; the rest of the percentage is indexing. */
const EXTRACTION_SHARE = 0.9;

function describeFileJob(facts: FileJobFacts): FileProcessingJob {
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
