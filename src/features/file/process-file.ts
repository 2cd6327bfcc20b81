import type { Database, Scope, ScopeTransaction } from '../../database/database.ts';
import type { Extraction, Extractor } from '../../ports/extractor.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import { ServiceError } from '../../shared/errors.ts';
import { incompleteFile } from '../../shared/outage.ts';
import { type Job, jobScope } from '../job/job.service.ts';
import type { JobHandler } from '../job/job-handler.ts';
import type { JobError } from '../job/job.entity.ts';
import { ProgressReporter } from '../job/progress-reporter.ts';
import { recordProgress } from './file-job.rows.ts';
import type { FileJobs } from './file-jobs.ts';
import { type FileRow, frontMatterOfFile, hasText, keepText, lockFile, sourceOf } from './file.rows.ts';

const FILE_MISSING = { code: 'FILE_GONE', message: 'The file is no longer there' };

/**
 * Extracts the text of a file, stores it, and enqueues its indexing in one transaction. After a crash it continues
 * after the last finished step. A cancelled job stops within a second.
 */
export class ProcessFile implements JobHandler {
  private readonly database: Database;
  private readonly extractor: Extractor;
  private readonly jobs: FileJobs;
  private readonly storage: FileStorage;

  constructor(database: Database, extractor: Extractor, jobs: FileJobs, storage: FileStorage) {
    this.database = database;
    this.extractor = extractor;
    this.jobs = jobs;
    this.storage = storage;
  }

  readonly needs = ['file storage'];

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const scope = jobScope(this.database, job);
    const begun = await this.begin(scope, job);
    if (!begun) return;
    const { file, jobId } = begun;
    if (!(await hasText(scope, file, this.extractor.version))) {
      const text = await this.read(scope, file, jobId, signal);
      if (text === null) return;
      signal.throwIfAborted();
      await scope.write((tx) => this.keep(tx, file, text));
    }
    await scope.write((tx) => this.handOn(tx, file.id));
  }

  /** The previous text of the file, if any, stays searchable. */
  async failed(job: Job, error: JobError): Promise<void> {
    await jobScope(this.database, job).write((tx) => this.jobs.fail(tx, job.key, error));
  }

  /** Null if there is nothing to do any more. */
  private async begin(scope: Scope, job: Job): Promise<{ file: FileRow; jobId: string } | null> {
    return scope.write(async (tx) => {
      const file = await lockFile(tx, job.key);
      const begun = file && (await this.jobs.begin(tx, file.id));
      return begun && { file, jobId: begun.id };
    });
  }

  /** Null if it was cancelled. Throws if the extraction failed permanently. */
  private async read(scope: Scope, file: FileRow, jobId: string, signal: AbortSignal): Promise<Extraction | null> {
    let percent = 0;
    const reporter = new ProgressReporter(() => recordProgress(scope, jobId, percent));
    try {
      const outcome = await this.extractor.extract(this.bytes(file), {
        format: file.format,
        owner: scope.siteId,
        signal: AbortSignal.any([signal, reporter.unwanted]),
        onProgress: (share) => {
          percent = Math.floor(share * 100);
        },
      });
      return 'failure' in outcome ? await this.fail(scope, file, outcome.failure) : outcome;
    } catch (error) {
      if (reporter.unwanted.aborted && !signal.aborted) return null;
      if (error instanceof FileMissing) return await this.fail(scope, file, FILE_MISSING);
      throw error;
    } finally {
      reporter.stop();
    }
  }

  /** Opened when the extraction starts. */
  private async *bytes(file: FileRow): AsyncGenerator<Uint8Array> {
    const stored = await this.storage.stat(file.key);
    const stream = stored && (await this.storage.read(file.key));
    if (!stream) throw new FileMissing();
    let bytes = 0;
    for await (const part of stream as AsyncIterable<Buffer>) {
      bytes += part.length;
      yield part;
    }
    if (bytes !== stored.size) throw incompleteFile();
  }

  /** The job stores the error's own code; the thrown error prevents a retry. */
  private async fail(scope: Scope, file: FileRow, error: JobError): Promise<never> {
    await scope.write((tx) => this.jobs.fail(tx, file.id, error));
    throw new ServiceError('BAD_REQUEST', error.message);
  }

  private async keep(tx: ScopeTransaction, read: FileRow, text: Extraction): Promise<void> {
    const file = await lockFile(tx, read.id);
    if (file) await keepText(tx, { ...file, format: read.format }, this.extractor.version, text);
  }

  /** Indexing reads the stored text. */
  private async handOn(tx: ScopeTransaction, fileId: string): Promise<void> {
    const file = await lockFile(tx, fileId);
    const job = file && (await this.jobs.rows.pending(tx, fileId));
    if (!job) return;
    // If the extension was changed, the file must be extracted again; the job of that request is waiting.
    if (!(await hasText(tx, file, this.extractor.version))) return;
    await this.jobs.handOn(tx, job.id, sourceOf(file, await frontMatterOfFile(tx, file)));
  }
}

class FileMissing extends Error {}
