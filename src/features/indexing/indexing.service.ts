import { notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { ProcessingJobService } from '../processing-job/processing-job.service.ts';
import type { KnowledgeSource } from '../knowledge/document.types.ts';
import type { SourceKind } from '../knowledge/knowledge.entity.ts';
import { findSource } from '../knowledge/source.rows.ts';
import type { SourceService } from '../knowledge/source.service.ts';

/** Jobs that extract the text of sources before it is indexed, by kind of source. */
export type Extractions = Partial<Record<SourceKind, Pick<ProcessingJobService<never, never, never>, 'retryLatest'>>>;

/**
 * Starts a failed source again where it failed: at the extraction of its text or at its indexing.
 * @throws ServiceError 409 if it is indexed
 */
export async function retryIndexing(
  viewer: Viewer,
  id: string,
  sources: SourceService,
  extractions: Extractions,
): Promise<KnowledgeSource> {
  if (!isId(id)) throw notFound('Source');
  const scope = viewer.unrestricted('write');
  await scope.write(async (tx) => {
    const kind = await sources.findKind(tx, id);
    // Locks the file or video before its source, as every other write does.
    const isRestarted = kind !== null && (await extractions[kind]?.retryLatest(tx, id));
    if (!isRestarted) await sources.retry(tx, id);
  });
  const source = await findSource(scope, id);
  if (!source) throw notFound('Source');
  return source;
}
