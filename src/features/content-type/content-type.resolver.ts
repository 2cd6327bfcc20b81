import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import { PageInput } from '../../graphql/page-type.ts';
import { ContentTypeFilter, CreateContentTypeInput, UpdateContentTypeInput } from './content-type.inputs.ts';
import type { ContentTypeService } from './content-type.service.ts';
import { ContentType, ContentTypePage } from './content-type.types.ts';

@Resolver()
export class ContentTypeResolver {
  private readonly contentTypes: ContentTypeService;

  constructor(contentTypes: ContentTypeService) {
    this.contentTypes = contentTypes;
  }

  @Query(() => ContentTypePage, { name: 'contentTypes', description: 'Content types by slug, 50 a page, at most 500.' })
  async list(
    @Ctx() context: RequestContext,
    @Arg('filter', () => ContentTypeFilter, { nullable: true, description: 'Which types; absent: all.' })
    filter: ContentTypeFilter | null,
    @Arg('page', () => PageInput, { nullable: true, description: 'Which part of the list.' }) page: PageInput | null,
  ): Promise<ContentTypePage> {
    return this.contentTypes.list(context.viewer, filter ?? {}, page ?? {});
  }

  @Query(() => ContentType, { description: 'One content type. NOT_FOUND for an unknown slug.' })
  async contentType(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
  ): Promise<ContentType> {
    return this.contentTypes.get(context.viewer, slug);
  }

  @Mutation(() => ContentType, {
    description:
      'Defines a content type. CONFLICT when the slug is taken; BAD_REQUEST with `details` for faulty fields.',
  })
  async createContentType(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreateContentTypeInput, { description: 'The new type.' }) input: CreateContentTypeInput,
  ): Promise<ContentType> {
    return this.contentTypes.create(context.viewer, input);
  }

  @Mutation(() => ContentType, {
    description: 'Changes a content type; what is absent stays. A new slug is taken over by its items.',
  })
  async updateContentType(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
    @Arg('input', () => UpdateContentTypeInput, { description: 'What to change.' }) input: UpdateContentTypeInput,
  ): Promise<ContentType> {
    return this.contentTypes.update(context.viewer, slug, input);
  }

  @Mutation(() => Deleted, {
    description: 'Removes a content type; its items keep their data. BAD_REQUEST for a built-in type.',
  })
  async deleteContentType(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
  ): Promise<Deleted> {
    return deleted(await this.contentTypes.delete(context.viewer, slug));
  }
}
