import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { IdArg, InputArg, PageArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, pageCost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import type { PageInput } from '../../api/page.types.ts';
import { ExpectedRevisionArg } from '../../api/resource.types.ts';
import { Scope } from '../../api/scope.ts';
import { COLLECTION_PAGES, type CollectionService } from './collection.service.ts';
import { Collection, CollectionPage, CreateCollectionInput, UpdateCollectionInput } from './collection.types.ts';

@Resolver()
export class CollectionResolver {
  private readonly service: CollectionService;

  constructor(service: CollectionService) {
    this.service = service;
  }

  @Scope('read')
  @Cost(pageCost(COLLECTION_PAGES))
  @Query(() => CollectionPage, { description: 'Collections, sorted by order. Page size: default 50, maximum 500.' })
  async collections(@Ctx() context: RequestContext, @PageArg() page: PageInput | null): Promise<CollectionPage> {
    return this.service.list(context.viewer, page ?? {});
  }

  @Scope('read')
  @Query(() => Collection, { description: 'A collection. NOT_FOUND for an unknown id.' })
  async collection(@Ctx() context: RequestContext, @IdArg('collection') id: string): Promise<Collection> {
    return this.service.get(context.viewer, id);
  }

  @Scope('write')
  @Mutation(() => Collection, { description: 'Creates a collection. CONFLICT if the slug is already used.' })
  async createCollection(
    @Ctx() context: RequestContext,
    @InputArg(CreateCollectionInput, 'The new collection.') input: CreateCollectionInput,
  ): Promise<Collection> {
    return this.service.create(context.viewer, input);
  }

  @Scope('write')
  @Mutation(() => Collection, { description: 'Updates a collection. Omitted fields keep their value; null clears.' })
  async updateCollection(
    @Ctx() context: RequestContext,
    @IdArg('collection') id: string,
    @InputArg(UpdateCollectionInput, 'Fields to change.') input: UpdateCollectionInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Collection> {
    return this.service.update(context.viewer, id, input, expectedRevision);
  }

  @Scope('write')
  @Mutation(() => DeletionResult, { description: 'Deletes a collection. Its items are kept, in no collection.' })
  async deleteCollection(
    @Ctx() context: RequestContext,
    @IdArg('collection') id: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<DeletionResult> {
    await this.service.delete(context.viewer, id, expectedRevision);
    return toDeletionResult(id);
  }
}
