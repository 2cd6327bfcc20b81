import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../api/request-context.ts';
import { IdArg } from '../../api/args.ts';
import { Scope } from '../../api/scope.ts';
import { KnowledgeSource } from '../knowledge/document.types.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { type Extractions, retryIndexing } from './indexing.service.ts';

@Resolver()
export class IndexingResolver {
  private readonly sources: SourceService;
  private readonly extractions: Extractions;

  constructor(sources: SourceService, extractions: Extractions) {
    this.sources = sources;
    this.extractions = extractions;
  }

  @Scope('write')
  @Mutation(() => KnowledgeSource, {
    description:
      'Indexes a failed document, file, video or content item again; the latest job of a file or video that failed or was cancelled is restarted. Durable: after the response it is indexed even if the service crashes. A source that is queued or processing stays as it is, so the call can be repeated. CONFLICT if the source is indexed, NOT_FOUND for an unknown id.',
  })
  async retryIndexing(
    @Ctx() context: RequestContext,
    @IdArg('document, file, video or content item') id: string,
  ): Promise<KnowledgeSource> {
    return retryIndexing(context.viewer, id, this.sources, this.extractions);
  }
}
