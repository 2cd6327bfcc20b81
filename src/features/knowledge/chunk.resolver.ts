import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Cost, paged } from '../../graphql/cost.ts';
import { PageInput } from '../../graphql/page-type.ts';
import { Scope } from '../../graphql/scopes.ts';
import { CHUNK_PAGES, listChunks } from './chunk.list.ts';
import { KnowledgeChunkPage } from './chunk.types.ts';
import type { Vectors } from './vector-spaces.service.ts';

@Resolver()
export class KnowledgeChunkResolver {
  private readonly vectors: Vectors;

  constructor(vectors: Vectors) {
    this.vectors = vectors;
  }

  @Scope('read')
  @Cost(paged(CHUNK_PAGES))
  @Query(() => KnowledgeChunkPage, {
    description:
      'The chunks of a source that searches find, in the order of the text; none before it is first indexed. Page size: default 50, maximum 100. NOT_FOUND for an unknown id; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read the source.',
  })
  async knowledgeChunks(
    @Ctx() context: RequestContext,
    @Arg('sourceId', () => ID, { description: 'Id of the document, file, video or content item.' }) sourceId: string,
    @Arg('page', () => PageInput, { nullable: true, description: 'Page of the list.' }) page: PageInput | null,
  ): Promise<KnowledgeChunkPage> {
    return listChunks(context.viewer, this.vectors.active.embedder.model, sourceId, page ?? {});
  }
}
