import type { Scope } from '../../database/database.ts';
import { checkInput } from '../../graphql/bounds.ts';
import { ServiceError, conflict, notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import { assertGranted } from '../access/access.ts';
import type { Viewer } from '../access/viewer.ts';
import { lockLiveAsset, setOwnLevel } from '../asset/asset.rows.ts';
import type { AssetService } from '../asset/asset.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { type FileJobFacts, endExtraction, latestFileJob, readFileJob, reopenFileJob } from './file-job.rows.ts';
import { describeFileJob, isOpen } from './file-job.state.ts';
import { type FileProcessingJob, ProcessFileInput } from './file-job.types.ts';
import { type FileIndexing, mergedFile } from './file-indexing.service.ts';
import { lockFile, lockFileByKey, saveFile } from './file.rows.ts';
import { formatOf } from './formats.ts';

const CANCELLED = { code: 'CANCELLED', message: 'Processing was cancelled' };

/** Adds uploaded files to the knowledge base. */
export class FileService {
  private readonly assets: AssetService;
  private readonly indexing: FileIndexing;
  private readonly sources: SourceService;

  constructor(assets: AssetService, indexing: FileIndexing, sources: SourceService) {
    this.assets = assets;
    this.indexing = indexing;
    this.sources = sources;
  }

  /**
   * Durable: after the response the file is processed, and the job reports any error. A file that is being processed
   * keeps its job.
   */
  async process(viewer: Viewer, input: ProcessFileInput): Promise<FileProcessingJob> {
    checkInput(ProcessFileInput, input).throwIfInvalid();
    const format = formatOf(input.fileName);
    if (!format) throw new ServiceError('BAD_REQUEST', 'File type not supported');
    if (!(await this.assets.find(viewer, input.fileKey))) throw notFound('File');
    const id = await viewer.unrestrictedScope.write(async (tx) => {
      const asset = await lockLiveAsset(tx, input.fileKey);
      if (!asset) throw notFound('File');
      const before = await lockFileByKey(tx, input.fileKey);
      const file = await saveFile(tx, mergedFile(input, format, asset.folderAccessLevel, before));
      if (!file.followsFolder) await setOwnLevel(tx, file.key, file);
      return this.indexing.start(tx, file, before);
    });
    // Accepted jobs are reported as processing.
    return { ...describeFileJob(await this.facts(viewer, id)), status: 'processing' };
  }

  /** 401 or 403 for the job of a file that the viewer cannot read. */
  async get(viewer: Viewer, id: string): Promise<FileProcessingJob> {
    const facts = (await find(viewer.scope, id)) ?? (await this.facts(viewer, id));
    assertGranted(viewer, facts);
    return describeFileJob(facts);
  }

  /** 409 if the text is being indexed or the job is finished. */
  async cancel(viewer: Viewer, id: string): Promise<FileProcessingJob> {
    const { fileId } = await this.facts(viewer, id);
    await viewer.unrestrictedScope.write(async (tx) => {
      await lockFile(tx, fileId);
      const current = await readFileJob(tx, viewer.site.id, id);
      if (current?.phase !== 'extraction') throw conflict('Job can no longer be cancelled');
      await endExtraction(tx, fileId, 'cancelled', CANCELLED);
      await this.sources.fail(tx, fileId, CANCELLED);
    });
    return describeFileJob(await this.facts(viewer, id));
  }

  /** 409 unless it failed or was cancelled. Extracted text is reused. */
  async retry(viewer: Viewer, id: string): Promise<FileProcessingJob> {
    const { fileId } = await this.facts(viewer, id);
    await viewer.unrestrictedScope.write(async (tx) => {
      const file = await lockFile(tx, fileId);
      const latest = file && (await latestFileJob(tx, fileId));
      if (!file || latest?.id !== id || isOpen(latest) || describeFileJob(latest).status !== 'failed') {
        throw conflict('Only the latest job of a file can be retried, and only after it failed or was cancelled');
      }
      await reopenFileJob(tx, id);
      await this.indexing.enqueue(tx, file);
    });
    return describeFileJob(await this.facts(viewer, id));
  }

  /** Without an access check. */
  private async facts(viewer: Viewer, id: string): Promise<FileJobFacts> {
    const facts = await find(viewer.unrestrictedScope, id);
    if (!facts) throw notFound('Job');
    return facts;
  }
}

async function find(scope: Scope, id: string): Promise<FileJobFacts | null> {
  return isId(id) ? readFileJob(scope, scope.siteId, id) : null;
}
