import { ServiceError, notFound } from '../../shared/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import { lockLiveAsset, setOwnLevel } from '../asset/asset.rows.ts';
import type { AssetService } from '../asset/asset.service.ts';
import { mergedFile } from './file-indexing.service.ts';
import { type FileProcessingJob, ProcessFileInput } from './file-job.types.ts';
import type { FileJobs } from './file-job.service.ts';
import { fileRows, lockFileByKey, toSource } from './file.rows.ts';
import { findFormat } from './formats.ts';

/**
 * Adds an uploaded file to the knowledge base. Durable: after the response the file is processed, and the job reports any
 * error. A file that is being processed keeps its job.
 */
export async function processFile(
  viewer: Viewer,
  input: ProcessFileInput,
  assets: AssetService,
  jobs: FileJobs,
): Promise<FileProcessingJob> {
  const format = findFormat(input.fileName);
  if (!format) throw new ServiceError('BAD_REQUEST', 'File type not supported');
  if (!(await assets.find(viewer, input.fileKey))) throw notFound('File');
  const id = await viewer.unrestricted('write').write(async (tx) => {
    const asset = await lockLiveAsset(tx, input.fileKey);
    if (!asset) throw notFound('File');
    const before = await lockFileByKey(tx, input.fileKey);
    const file = await fileRows.save(tx, mergedFile(input, format, asset.folderAccessLevel, before));
    if (!file.followsFolder) await setOwnLevel(tx, file.key, file);
    return jobs.start(tx, toSource(file), before && toSource(before));
  });
  // Accepted jobs are reported as processing.
  return { ...(await jobs.describe(viewer, id)), status: 'processing' };
}
