import type { Scope, ScopeTransaction } from '../../database/database.ts';
import type { DocumentFormat } from '../../ports/extractor.ts';
import { checkInput } from '../../graphql/bounds.ts';
import { Checks } from '../../shared/checks.ts';
import { ServiceError, conflict, notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import { checkRequiredSubscriptions, assertGranted } from '../access/access.ts';
import type { AccessLevel } from '../access/access-level.ts';
import type { Guarded } from '../access/entitlement.ts';
import type { Viewer } from '../access/viewer.ts';
import type { JobService } from '../job/job.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import {
  type FileJobFacts,
  endExtraction,
  handToIndexing,
  insertFileJob,
  latestFileJob,
  readFileJob,
  reopenFileJob,
} from './file-job.rows.ts';
import { describeFileJob, isOpen } from './file-job.state.ts';
import { type FileProcessingJob, ProcessFileInput } from './file-job.types.ts';
import { type FileRow, changeLevel, deleteFile, lockFile, lockFileByKey, saveFile, sourceOf } from './file.rows.ts';
import { formatOf, indexesItself } from './formats.ts';

/** An upload of the site, as far as its text is concerned. */
export interface UploadedFile {
  key: string;
  fileName: string;
  accessLevel: AccessLevel;
}

/** The uploads of a site, by object key. */
export interface Uploads {
  exists(viewer: Viewer, key: string): Promise<boolean>;
  /** Keeps it from being deleted or put under another level until the transaction ends. Null: there is none. */
  lock(tx: ScopeTransaction, key: string): Promise<UploadedFile | null>;
  /** Puts the file itself under a level of its own, where that is stricter than its folder's. */
  setLevel(tx: ScopeTransaction, key: string, own: Guarded): Promise<void>;
}

const CANCELLED = { code: 'CANCELLED', message: 'Processing was cancelled' };

/** Brings uploaded files into the knowledge base. */
export class FileService {
  private readonly jobs: JobService;
  private readonly sources: SourceService;
  private readonly uploads: Uploads;

  constructor(jobs: JobService, sources: SourceService, uploads: Uploads) {
    this.jobs = jobs;
    this.sources = sources;
    this.uploads = uploads;
  }

  /** Once this answers the file will be searchable or its job say why not. A file that is on its way already keeps its job. */
  async process(viewer: Viewer, input: ProcessFileInput): Promise<FileProcessingJob> {
    checkInput(ProcessFileInput, input).refuse();
    const format = formatOf(input.fileName);
    if (!format) throw new ServiceError('BAD_REQUEST', 'File type not supported');
    if (!(await this.uploads.exists(viewer, input.fileKey))) throw notFound('File');
    const id = await viewer.unrestrictedScope.write(async (tx) => {
      const upload = await this.uploads.lock(tx, input.fileKey);
      if (!upload) throw notFound('File');
      const before = await lockFileByKey(tx, input.fileKey);
      const file = await saveFile(tx, merged(input, format, upload, before));
      if (!file.followsFolder) await this.uploads.setLevel(tx, file.key, file);
      return this.start(tx, file, before);
    });
    // Accepted counts as begun.
    return { ...describeFileJob(await this.facts(viewer, id)), status: 'processing' };
  }

  /** Brings an upload in without being asked, in the transaction in which it goes live, if its type is one of those. */
  async uploaded(tx: ScopeTransaction, upload: UploadedFile): Promise<void> {
    const format = formatOf(upload.fileName);
    if (!format || !indexesItself(format)) return;
    const before = await lockFileByKey(tx, upload.key);
    if (before) return;
    const input = { fileKey: upload.key, fileName: upload.fileName };
    await this.start(tx, await saveFile(tx, merged(input, format, upload, null)), null);
  }

  /** Takes a file out again, when its upload goes. */
  async forget(tx: ScopeTransaction, key: string): Promise<void> {
    const id = await deleteFile(tx, key);
    if (id === null) return;
    await this.jobs.withdraw(tx, { kind: 'process-file', key: id });
    await this.sources.remove(tx, id);
  }

  /** Puts files under the access level of the folder that they lie in now, but for those that were given one of their own. */
  async follow(tx: ScopeTransaction, keys: readonly string[], level: AccessLevel): Promise<void> {
    const ids = await changeLevel(tx, keys, level);
    if (ids.length > 0) await this.sources.changeAccess(tx, ids, level);
  }

  /** 401 or 403 for the job of a file whose text the viewer may not see. */
  async get(viewer: Viewer, id: string): Promise<FileProcessingJob> {
    const facts = (await find(viewer.scope, id)) ?? (await this.facts(viewer, id));
    assertGranted(viewer, facts);
    return describeFileJob(facts);
  }

  /** 409 once the text is being indexed or the job has ended. */
  async cancel(viewer: Viewer, id: string): Promise<FileProcessingJob> {
    const { fileId } = await this.facts(viewer, id);
    await viewer.unrestrictedScope.write(async (tx) => {
      await lockFile(tx, fileId);
      const current = await readFileJob(tx, viewer.site.id, id);
      if (current?.phase !== 'extraction') throw conflict('Job can no longer be cancelled');
      await endExtraction(tx, fileId, 'cancelled', CANCELLED);
      await this.sources.refuse(tx, fileId, CANCELLED);
    });
    return describeFileJob(await this.facts(viewer, id));
  }

  /** 409 unless it has failed or was cancelled. What was read before is not read again. */
  async retry(viewer: Viewer, id: string): Promise<FileProcessingJob> {
    const { fileId } = await this.facts(viewer, id);
    await viewer.unrestrictedScope.write(async (tx) => {
      const file = await lockFile(tx, fileId);
      const latest = file && (await latestFileJob(tx, fileId));
      if (!file || latest?.id !== id || isOpen(latest) || describeFileJob(latest).status !== 'failed') {
        throw conflict('Only the latest job of a file can be retried, and only after it failed or was cancelled');
      }
      await reopenFileJob(tx, id);
      await this.enqueue(tx, file);
    });
    return describeFileJob(await this.facts(viewer, id));
  }

  /** Joins the job that the file has, or gives it one. Answers its id. */
  private async start(tx: ScopeTransaction, file: FileRow, before: FileRow | null): Promise<string> {
    const latest = await latestFileJob(tx, file.id);
    if (!latest || !isOpen(latest)) {
      const id = await insertFileJob(tx, file.id);
      await this.enqueue(tx, file);
      return id;
    }
    if (latest.phase === 'extraction') await this.sources.expect(tx, sourceOf(file));
    else if (before && JSON.stringify(sourceOf(file)) !== JSON.stringify(sourceOf(before))) {
      await handToIndexing(tx, latest.id, await this.sources.put(tx, sourceOf(file)));
    }
    return latest.id;
  }

  private async enqueue(tx: ScopeTransaction, file: FileRow): Promise<void> {
    await this.sources.expect(tx, sourceOf(file));
    await this.jobs.enqueue(tx, { kind: 'process-file', key: file.id });
  }

  /** Whoever may see it. */
  private async facts(viewer: Viewer, id: string): Promise<FileJobFacts> {
    const facts = await find(viewer.unrestrictedScope, id);
    if (!facts) throw notFound('Job');
    return facts;
  }
}

async function find(scope: Scope, id: string): Promise<FileJobFacts | null> {
  return isId(id) ? readFileJob(scope, scope.siteId, id) : null;
}

/** What is absent stays as it was before. */
function merged(
  input: ProcessFileInput,
  format: DocumentFormat,
  upload: UploadedFile,
  before: FileRow | null,
): Omit<FileRow, 'id'> {
  const accessLevel = input.accessLevel ?? before?.accessLevel ?? upload.accessLevel;
  const requiredSubscriptions = input.requiredSubscriptions ?? before?.requiredSubscriptions ?? [];
  const checks = new Checks();
  checkRequiredSubscriptions(checks, accessLevel, requiredSubscriptions);
  checks.refuse();
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
