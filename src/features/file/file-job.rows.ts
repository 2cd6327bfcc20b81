import { expression, type TableRow, orNull, table } from '../../database/table.ts';
import type { Rows } from '../../database/database.ts';
import {
  PROCESSING_COLUMNS,
  joinSource,
  joinWork,
  processingJobRows,
  processingStatus,
} from '../processing-job/processing-job.rows.ts';
import type { SourceStatus } from '../knowledge/knowledge.entity.ts';
import { FileEntity, FileJobEntity, FileTextEntity } from './file.entity.ts';

const PHASE = 'extraction';
const STATUS = processingStatus(`when w.status = 'running' then 'processing' else 'queued'`);

const { c: j } = table(FileJobEntity, 'j');
const { c: f } = table(FileEntity, 'f');
const { c: t } = table(FileTextEntity, 't');
const facts = table(FileJobEntity, 'j', {
  omit: ['siteId', 'fileId'],
  add: {
    ...PROCESSING_COLUMNS,
    subjectId: j.fileId,
    status: expression<SourceStatus>(STATUS),
    fileKey: f.key,
    fileName: f.name,
    pages: orNull(t.pages),
    ocrPages: orNull(t.ocrPages),
    notes: orNull(t.notes),
  },
  join: `join file f on ${f.id} = ${j.fileId} left join file_text t on ${t.fileId} = ${j.fileId}
    ${joinSource('file')} ${joinWork('file', PHASE)}`,
});

export type FileJobFacts = TableRow<typeof facts>;

export const fileJobRows = processingJobRows({
  subject: 'file',
  facts,
  status: STATUS,
  statusFrom: facts.from,
  phase: PHASE,
  initial: { progress: '0' },
  handedOnPercent: 100,
});

/** Stores the progress in percent; false if the job was cancelled. */
export async function recordProgress(rows: Rows, id: string, progress: number): Promise<boolean> {
  return fileJobRows.recordProgress(rows, id, 'progress = greatest(progress, $2)', [progress]);
}
