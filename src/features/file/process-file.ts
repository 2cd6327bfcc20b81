import type { Database, Scope, ScopeTransaction } from '../../database/database.ts';
import type { Extraction, Extractor } from '../../ports/extractor.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import { incompleteFile } from '../../shared/outage.ts';
import { type Job, jobScope } from '../job/job.service.ts';
import type { JobHandler } from '../job/job-handler.ts';
import type { JobError } from '../job/job.entity.ts';
import { reportProgress } from '../processing-job/progress-reporter.ts';
import { recordProgress } from './file-job.rows.ts';
import type { FileJobs } from './file-job.service.ts';
import { type FileRow, toExtractedSource, fileRows, hasText, storeText } from './file.rows.ts';

const FILE_MISSING = { code: 'FILE_GONE', message: 'The file is no longer there' };

interface ProcessFileOptions {
  database: Database;
  extractor: Extractor;
  jobs: FileJobs;
  storage: FileStorage;
}

/**
 * Extracts the text of a file, stores it, and enqueues its indexing in one transaction. After a crash it continues
 * after the last finished step. A cancelled job stops within a second.
 */
export class ProcessFile implements JobHandler {
  readonly requirements = ['file storage'];
  private readonly options: ProcessFileOptions;

  constructor(options: ProcessFileOptions) {
    this.options = options;
  }

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const { database, extractor, jobs } = this.options;
    const scope = jobScope(database, job);
    const attempt = await jobs.begin(scope, job.key);
    if (!attempt) return;
    const file = attempt.subject;
    if (!(await hasText(scope, file, extractor.version))) {
      const text = await this.read(scope, file, attempt.job.id, signal);
      if (text === null) return;
      signal.throwIfAborted();
      await scope.write((tx) => this.keep(tx, file, text));
    }
    await scope.write((tx) => this.requestIndexing(tx, file.id));
  }

  /** The previous text of the file, if any, stays searchable. */
  async onFailed(job: Job, error: JobError): Promise<void> {
    await this.options.jobs.fail(jobScope(this.options.database, job), job.key, error);
  }

  /** Extracts the text of a file. Null if the job was cancelled. Throws if the extraction failed permanently. */
  private async read(scope: Scope, file: FileRow, jobId: string, signal: AbortSignal): Promise<Extraction | null> {
    const { extractor, jobs } = this.options;
    let percent = 0;
    const reporter = reportProgress(() => recordProgress(scope, jobId, percent));
    try {
      const outcome = await extractor.extract(this.bytes(file), {
        format: file.format,
        owner: scope.siteId,
        signal: AbortSignal.any([signal, reporter.unwanted]),
        onProgress: (share) => {
          percent = Math.floor(share * 100);
        },
      });
      return 'failure' in outcome ? await jobs.failForGood(scope, file.id, outcome.failure) : outcome;
    } catch (error) {
      if (reporter.unwanted.aborted && !signal.aborted) return null;
      if (error instanceof FileMissing) return await jobs.failForGood(scope, file.id, FILE_MISSING);
      throw error;
    } finally {
      reporter.stop();
    }
  }

  /** Reads the file. It is opened when the extraction starts. */
  private async *bytes(file: FileRow): AsyncGenerator<Uint8Array> {
    const { storage } = this.options;
    const stored = await storage.stat(file.key);
    const stream = stored && (await storage.read(file.key));
    if (!stream) throw new FileMissing();
    let bytes = 0;
    for await (const part of stream as AsyncIterable<Buffer>) {
      bytes += part.length;
      yield part;
    }
    if (bytes !== stored.size) throw incompleteFile();
  }

  private async keep(tx: ScopeTransaction, read: FileRow, text: Extraction): Promise<void> {
    const file = await fileRows.lock(tx, read.id);
    if (file) await storeText(tx, { ...file, format: read.format }, this.options.extractor.version, text);
  }

  /** Hands the file to indexing, which reads the stored text. */
  private async requestIndexing(tx: ScopeTransaction, fileId: string): Promise<void> {
    const { extractor, jobs } = this.options;
    const pending = await jobs.lockPending(tx, fileId);
    // If the extension was changed, the file must be extracted again; the job of that request is waiting.
    if (!pending || !(await hasText(tx, pending.subject, extractor.version))) return;
    await jobs.handToIndexing(tx, pending.job.id, await toExtractedSource(tx, pending.subject));
  }
}

class FileMissing extends Error {}
