import { Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { FilterArg, IdArg, InputArg, PageArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, LOADER_POINTS, pageCost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import type { PageInput } from '../../api/page.types.ts';
import { ExpectedRevisionArg } from '../../api/resource.types.ts';
import { Scope } from '../../api/scope.ts';
import { CHUNK_PAGES, listChunks } from './chunk.list.ts';
import { KnowledgeChunkPage } from './chunk.types.ts';
import { DOCUMENT_PAGES, type KnowledgeDocumentService, documentContentById } from './document.service.ts';
import {
  CreateKnowledgeDocumentInput,
  KnowledgeDocument,
  KnowledgeDocumentFilter,
  KnowledgeDocumentPage,
  KnowledgeSource,
  UpdateKnowledgeDocumentInput,
} from './document.types.ts';
import { listSources } from './source.rows.ts';
import type { Vectors } from './vector-spaces.service.ts';

@Resolver(() => KnowledgeDocument)
export class KnowledgeResolver {
  private readonly documents: KnowledgeDocumentService;
  private readonly vectors: Vectors;

  constructor(documents: KnowledgeDocumentService, vectors: Vectors) {
    this.documents = documents;
    this.vectors = vectors;
  }

  @Scope('read')
  @Cost(pageCost(DOCUMENT_PAGES))
  @Query(() => KnowledgeDocumentPage, {
    description: 'Knowledge documents, newest first. Page size: default 20, maximum 100.',
  })
  async knowledgeDocuments(
    @Ctx() context: RequestContext,
    @FilterArg(KnowledgeDocumentFilter, 'all documents') filter: KnowledgeDocumentFilter | null,
    @PageArg() page: PageInput | null,
  ): Promise<KnowledgeDocumentPage> {
    return this.documents.list(context.viewer, filter ?? {}, page ?? {});
  }

  @Scope('read')
  @Query(() => KnowledgeDocument, {
    description:
      'A knowledge document. NOT_FOUND for an unknown id; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read it.',
  })
  async knowledgeDocument(@Ctx() context: RequestContext, @IdArg('document') id: string): Promise<KnowledgeDocument> {
    return this.documents.get(context.viewer, id);
  }

  @Scope('read')
  @Cost({ size: 1_000 })
  @Query(() => [KnowledgeSource], {
    description: 'Sources in the knowledge base that the viewer can read, newest first, at most 1,000.',
  })
  async knowledgeSources(@Ctx() context: RequestContext): Promise<KnowledgeSource[]> {
    return listSources(context.viewer);
  }

  @Scope('read')
  @Cost(pageCost(CHUNK_PAGES))
  @Query(() => KnowledgeChunkPage, {
    description:
      'The chunks of a source that searches find, in the order of the text; none before it is first indexed. Page size: default 50, maximum 100. NOT_FOUND for an unknown id; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read the source.',
  })
  async knowledgeChunks(
    @Ctx() context: RequestContext,
    @IdArg('document, file, video or content item', 'sourceId') sourceId: string,
    @PageArg() page: PageInput | null,
  ): Promise<KnowledgeChunkPage> {
    return listChunks(context.viewer, this.vectors.active.embedder.model, sourceId, page ?? {});
  }

  @Cost(LOADER_POINTS)
  @FieldResolver(() => String, { description: 'Full text.' })
  async content(@Root() document: KnowledgeDocument, @Ctx() context: RequestContext): Promise<string> {
    return context.viewer.loader(documentContentById).load(document.id);
  }

  @Scope('write')
  @Mutation(() => KnowledgeDocument, {
    description: 'Creates a document. Durable: after the response the document is indexed even if the service crashes.',
  })
  async createKnowledgeDocument(
    @Ctx() context: RequestContext,
    @InputArg(CreateKnowledgeDocumentInput, 'The new document.', { collects: true })
    input: CreateKnowledgeDocumentInput,
  ): Promise<KnowledgeDocument> {
    return this.documents.create(context.viewer, input);
  }

  @Scope('write')
  @Mutation(() => KnowledgeDocument, {
    description: 'Updates a document and indexes it again. During this, searches find either the old or the new text.',
  })
  async updateKnowledgeDocument(
    @Ctx() context: RequestContext,
    @IdArg('document') id: string,
    @InputArg(UpdateKnowledgeDocumentInput, 'Fields to change.', { collects: true })
    input: UpdateKnowledgeDocumentInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<KnowledgeDocument> {
    return this.documents.update(context.viewer, id, input, expectedRevision);
  }

  @Scope('write')
  @Mutation(() => DeletionResult, { description: 'Deletes a document and removes it from search immediately.' })
  async deleteKnowledgeDocument(
    @Ctx() context: RequestContext,
    @IdArg('document') id: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<DeletionResult> {
    await this.documents.delete(context.viewer, id, expectedRevision);
    return toDeletionResult(id);
  }
}
