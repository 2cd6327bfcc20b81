import type { DocumentFormat } from '../../ports/extractor.ts';
import { Checks } from '../../shared/checks.ts';
import { newId } from '../../shared/ids.ts';
import { checkRequiredSubscriptions } from '../../access/access.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import type { UploadIndexing } from '../asset/upload-indexing.ts';
import type { ProcessFileInput } from './file-job.types.ts';
import type { FileJobs } from './file-job.service.ts';
import { type FileRow, fileRows, lockFileByKey, toSource } from './file.rows.ts';
import { findFormat, isIndexedOnUpload } from './formats.ts';

/** Keeps the text of documents in step with their uploads. */
export function createFileIndexing(jobs: FileJobs): UploadIndexing {
  return {
    /** Indexes an upload of some formats automatically, in the transaction in which it goes live. */
    async onUpload(tx, { key, fileName, accessLevel }) {
      const format = findFormat(fileName);
      if (!format || !isIndexedOnUpload(format) || (await lockFileByKey(tx, key))) return;
      const file = await fileRows.save(tx, mergedFile({ fileKey: key, fileName }, format, accessLevel, null));
      await jobs.start(tx, toSource(file), null);
    },
    forget: (tx, upload) => jobs.forget(tx, upload),
    follow: (tx, keys, level) => jobs.follow(tx, keys, level),
  };
}

/** Merges an input into the stored settings of a file. Absent values stay. */
export function mergedFile(
  input: ProcessFileInput,
  format: DocumentFormat,
  folderLevel: AccessLevel,
  before: FileRow | null,
): FileRow {
  const accessLevel = input.accessLevel ?? before?.accessLevel ?? folderLevel;
  const requiredSubscriptions = input.requiredSubscriptions ?? before?.requiredSubscriptions ?? [];
  const checks = new Checks();
  checkRequiredSubscriptions(checks, accessLevel, requiredSubscriptions);
  checks.throwIfInvalid();
  return {
    id: before?.id ?? newId(),
    key: input.fileKey,
    name: input.fileName,
    format,
    contentType: input.contentType ?? before?.contentType ?? 'file',
    metadata: input.metadata ?? before?.metadata ?? {},
    accessLevel,
    requiredSubscriptions,
    followsFolder: input.accessLevel ? false : (before?.followsFolder ?? true),
  };
}
