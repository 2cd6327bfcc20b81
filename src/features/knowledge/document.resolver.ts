import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import { PageInput } from '../../graphql/page-type.ts';
import { type KnowledgeDocumentService, documentContentById } from './document.service.ts';
import {
  CreateKnowledgeDocumentInput,
  KnowledgeDocument,
  KnowledgeDocumentFilter,
  KnowledgeDocumentPage,
  KnowledgeSource,
  UpdateKnowledgeDocumentInput,
} from './document.types.ts';
import { listSources } from './source.list.ts';

@Resolver(() => KnowledgeDocument)
export class KnowledgeDocumentResolver {
  private readonly documents: KnowledgeDocumentService;

  constructor(documents: KnowledgeDocumentService) {
    this.documents = documents;
  }

  @Query(() => KnowledgeDocumentPage, { description: 'Knowledge documents, newest first; 20 a page, at most 100.' })
  async knowledgeDocuments(
    @Ctx() context: RequestContext,
    @Arg('filter', () => KnowledgeDocumentFilter, { nullable: true, description: 'Which documents; absent: all.' })
    filter: KnowledgeDocumentFilter | null,
    @Arg('page', () => PageInput, { nullable: true, description: 'Which part of the list.' }) page: PageInput | null,
  ): Promise<KnowledgeDocumentPage> {
    return this.documents.list(context.viewer, filter ?? {}, page ?? {});
  }

  @Query(() => KnowledgeDocument, {
    description:
      'One document. NOT_FOUND for an unknown id; UNAUTHENTICATED or FORBIDDEN when the viewer may not see it.',
  })
  async knowledgeDocument(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the document.' }) id: string,
  ): Promise<KnowledgeDocument> {
    return this.documents.get(context.viewer, id);
  }

  @Query(() => [KnowledgeSource], {
    description: 'Everything in the knowledge base that the viewer may see, newest first, at most 1000.',
  })
  async knowledgeSources(@Ctx() context: RequestContext): Promise<KnowledgeSource[]> {
    return listSources(context.viewer);
  }

  @FieldResolver(() => String, { description: 'Full text.' })
  async content(@Root() document: KnowledgeDocument, @Ctx() context: RequestContext): Promise<string> {
    return context.viewer.loader(documentContentById).load(document.id);
  }

  @Mutation(() => KnowledgeDocument, {
    description: 'Adds a document. Once this answers it will be searchable, whatever happens to the service meanwhile.',
  })
  async createKnowledgeDocument(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreateKnowledgeDocumentInput, { description: 'The new document.' })
    input: CreateKnowledgeDocumentInput,
  ): Promise<KnowledgeDocument> {
    return this.documents.create(context.viewer, input);
  }

  @Mutation(() => KnowledgeDocument, {
    description:
      'Changes a document and indexes it anew; searches see the old text or the new one, never both or neither.',
  })
  async updateKnowledgeDocument(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the document.' }) id: string,
    @Arg('input', () => UpdateKnowledgeDocumentInput, { description: 'What to change.' })
    input: UpdateKnowledgeDocumentInput,
  ): Promise<KnowledgeDocument> {
    return this.documents.update(context.viewer, id, input);
  }

  @Mutation(() => Deleted, { description: 'Deletes a document; searches stop finding it at once.' })
  async deleteKnowledgeDocument(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the document.' }) id: string,
  ): Promise<Deleted> {
    await this.documents.delete(context.viewer, id);
    return deleted(id);
  }
}
