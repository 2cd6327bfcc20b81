import type { ScopeTransaction } from '../../database/database.ts';
import type { DocumentFormat } from '../../ports/extractor.ts';
import { Checks } from '../../shared/checks.ts';
import { checkRequiredSubscriptions } from '../access/access.ts';
import type { AccessLevel } from '../access/access-level.ts';
import type { UploadIndexing, UploadedFile } from '../asset/upload-indexing.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import type { ProcessFileInput } from './file-job.types.ts';
import type { FileJobs } from './file-jobs.ts';
import { type FileRow, changeLevel, deleteFile, lockFileByKey, saveFile, sourceOf } from './file.rows.ts';
import { formatOf, indexesItself } from './formats.ts';

/** Keeps the text of documents in step with their uploads. */
export class FileIndexing implements UploadIndexing {
  private readonly jobs: FileJobs;
  private readonly sources: SourceService;

  constructor(jobs: FileJobs, sources: SourceService) {
    this.jobs = jobs;
    this.sources = sources;
  }

  /** Brings an upload in without being asked, in the transaction in which it goes live, if its type is one of those. */
  async uploaded(tx: ScopeTransaction, upload: UploadedFile): Promise<void> {
    const format = formatOf(upload.fileName);
    if (!format || !indexesItself(format)) return;
    const before = await lockFileByKey(tx, upload.key);
    if (before) return;
    const input = { fileKey: upload.key, fileName: upload.fileName };
    const file = await saveFile(tx, mergedFile(input, format, upload.accessLevel, null));
    await this.jobs.start(tx, sourceOf(file), null);
  }

  /** Takes a file out again, when its upload goes. */
  async forget(tx: ScopeTransaction, { key }: { key: string }): Promise<void> {
    const id = await deleteFile(tx, key);
    if (id !== null) await this.jobs.remove(tx, id);
  }

  /** Puts files under the access level of the folder that they lie in now, but for those that were given one of their own. */
  async follow(tx: ScopeTransaction, keys: readonly string[], level: AccessLevel): Promise<void> {
    const ids = await changeLevel(tx, keys, level);
    if (ids.length > 0) await this.sources.changeAccess(tx, ids, level);
  }
}

/** What is absent stays as it was before. */
export function mergedFile(
  input: ProcessFileInput,
  format: DocumentFormat,
  folderLevel: AccessLevel,
  before: FileRow | null,
): Omit<FileRow, 'id'> {
  const accessLevel = input.accessLevel ?? before?.accessLevel ?? folderLevel;
  const requiredSubscriptions = input.requiredSubscriptions ?? before?.requiredSubscriptions ?? [];
  const checks = new Checks();
  checkRequiredSubscriptions(checks, accessLevel, requiredSubscriptions);
  checks.throwIfInvalid();
  return {
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
