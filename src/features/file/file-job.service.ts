import { table } from '../../database/table.ts';
import type { JobService } from '../job/job.service.ts';
import { ProcessingJobService } from '../job/processing-job.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { FileJobEntity } from './file.entity.ts';
import { fileJobRows } from './file-job.rows.ts';
import { describeFileJob } from './file-job.state.ts';
import { extractedSourceOf, fileRows } from './file.rows.ts';

export const FILE_JOB_PAGES = { default: 50, max: 200 };

export type FileJobs = ReturnType<typeof createFileJobs>;

export function createFileJobs(jobs: JobService, sources: SourceService) {
  return new ProcessingJobService(jobs, sources, {
    subject: 'file',
    subjects: fileRows,
    sourceOf: extractedSourceOf,
    rows: fileJobRows,
    listed: table(FileJobEntity, 'j', { only: ['id', 'createdAt'] }),
    pages: FILE_JOB_PAGES,
    describe: describeFileJob,
  });
}
