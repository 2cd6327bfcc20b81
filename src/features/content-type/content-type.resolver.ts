import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { FilterArg, InputArg, PageArg } from '../../graphql/args.ts';
import type { RequestContext } from '../../graphql/context.ts';
import { Cost, paged } from '../../graphql/cost.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import type { PageInput } from '../../graphql/page-type.ts';
import { ExpectedRevisionArg } from '../../graphql/revision.ts';
import { Scope } from '../../graphql/scopes.ts';
import { MadeOf } from '../../graphql/topics.ts';
import { ContentTypeFilter, CreateContentTypeInput, UpdateContentTypeInput } from './content-type.inputs.ts';
import { CONTENT_TYPE_PAGES, type ContentTypeService } from './content-type.service.ts';
import { ContentType, ContentTypePage } from './content-type.types.ts';

/** Of a mutation that changes what queries can ask for. */
function ForceArg(): ReturnType<typeof Arg> {
  return Arg('force', () => Boolean, {
    defaultValue: false,
    description:
      'Whether the change is made although existing queries break. Otherwise it is CONFLICT, with what breaks in `breaks`.',
  });
}

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
    @FilterArg(ContentTypeFilter, 'all content types') filter: ContentTypeFilter | null,
    @PageArg() page: PageInput | null,
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
    @InputArg(CreateContentTypeInput, 'The new type.') input: CreateContentTypeInput,
  ): Promise<ContentType> {
    return this.contentTypes.create(context.viewer, input);
  }

  @Scope('write')
  @Mutation(() => ContentType, {
    description:
      'Updates a content type. Omitted fields keep their value. A new slug is applied to its items. CONFLICT for a change that breaks existing queries: a field removed, with another type or target, a list instead of one value, or no longer sortable; a new slug; a new field that takes the name of another at /graphql/site.',
  })
  async updateContentType(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
    @InputArg(UpdateContentTypeInput, 'Fields to change.') input: UpdateContentTypeInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
    @ForceArg() force: boolean,
  ): Promise<ContentType> {
    return this.contentTypes.update(context.viewer, slug, input, { expected: expectedRevision, force });
  }

  @Scope('write')
  @Mutation(() => Deleted, {
    description:
      'Deletes a content type. Its items are kept. BAD_REQUEST for a built-in type, CONFLICT without `force`.',
  })
  async deleteContentType(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
    @ForceArg() force: boolean,
  ): Promise<Deleted> {
    return deleted(await this.contentTypes.delete(context.viewer, slug, { expected: expectedRevision, force }));
  }
}
