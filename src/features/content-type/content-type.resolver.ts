import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Cost, paged } from '../../graphql/cost.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import { PageInput } from '../../graphql/page-type.ts';
import { ExpectedRevisionArg } from '../../graphql/revision.ts';
import { Scope } from '../../graphql/scopes.ts';
import { MadeOf } from '../../graphql/topics.ts';
import { ContentTypeFilter, CreateContentTypeInput, UpdateContentTypeInput } from './content-type.inputs.ts';
import { CONTENT_TYPE_PAGES, type ContentTypeService } from './content-type.service.ts';
import { ContentType, ContentTypePage } from './content-type.types.ts';

@Resolver()
export class ContentTypeResolver {
  private readonly contentTypes: ContentTypeService;

  constructor(contentTypes: ContentTypeService) {
    this.contentTypes = contentTypes;
  }

  @Scope('read')
  @MadeOf('content')
  @Cost(paged(CONTENT_TYPE_PAGES))
  @Query(() => ContentTypePage, {
    name: 'contentTypes',
    description: 'Content types, sorted by slug. Page size: default 50, maximum 500.',
  })
  async list(
    @Ctx() context: RequestContext,
    @Arg('filter', () => ContentTypeFilter, { nullable: true, description: 'Filter. Default: all content types.' })
    filter: ContentTypeFilter | null,
    @Arg('page', () => PageInput, { nullable: true, description: 'Page of the list.' }) page: PageInput | null,
  ): Promise<ContentTypePage> {
    return this.contentTypes.list(context.viewer, filter ?? {}, page ?? {});
  }

  @Scope('read')
  @MadeOf('content')
  @Query(() => ContentType, { description: 'A content type. NOT_FOUND for an unknown slug.' })
  async contentType(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
  ): Promise<ContentType> {
    return this.contentTypes.get(context.viewer, slug);
  }

  @Scope('write')
  @Mutation(() => ContentType, {
    description:
      'Creates a content type. CONFLICT if the slug is already used; BAD_REQUEST with `details` for invalid input.',
  })
  async createContentType(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreateContentTypeInput, { description: 'The new type.' }) input: CreateContentTypeInput,
  ): Promise<ContentType> {
    return this.contentTypes.create(context.viewer, input);
  }

  @Scope('write')
  @Mutation(() => ContentType, {
    description: 'Updates a content type. Omitted fields keep their value. A new slug is applied to its items.',
  })
  async updateContentType(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
    @Arg('input', () => UpdateContentTypeInput, { description: 'Fields to change.' }) input: UpdateContentTypeInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<ContentType> {
    return this.contentTypes.update(context.viewer, slug, input, expectedRevision);
  }

  @Scope('write')
  @Mutation(() => Deleted, {
    description: 'Deletes a content type. Its items are kept. BAD_REQUEST for a built-in type.',
  })
  async deleteContentType(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Deleted> {
    return deleted(await this.contentTypes.delete(context.viewer, slug, expectedRevision));
  }
}
