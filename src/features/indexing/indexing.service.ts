import { notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../access/viewer.ts';
import type { KnowledgeSource } from '../knowledge/document.types.ts';
import type { SourceKind } from '../knowledge/knowledge.entity.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import type { ProcessingJobService } from '../job/processing-job.service.ts';

/** Jobs that extract the text of sources of one kind before it is indexed. */
export type Extraction = Pick<ProcessingJobService<never, never>, 'retryLatest'>;

/** Indexing of sources, whatever their kind. */
export class IndexingService {
  private readonly sources: SourceService;
  private readonly processing: Partial<Record<SourceKind, Extraction>>;

  constructor(sources: SourceService, processing: Partial<Record<SourceKind, Extraction>>) {
    this.sources = sources;
    this.processing = processing;
  }

  /**
   * Starts a failed source again where it failed: at the extraction of its text or at its indexing.
   * @throws ServiceError 409 if it is indexed
   */
  async retry(viewer: Viewer, id: string): Promise<KnowledgeSource> {
    if (!isId(id)) throw notFound('Source');
    const scope = viewer.unrestrictedScope;
    await scope.write(async (tx) => {
      const kind = await this.sources.kindOf(tx, id);
      // Locks the file or video before its source, as every other write does.
      const isRestarted = kind !== null && (await this.processing[kind]?.retryLatest(tx, id));
      if (!isRestarted) await this.sources.retry(tx, id);
    });
    const source = await this.sources.find(scope, id);
    if (!source) throw notFound('Source');
    return source;
  }
}
