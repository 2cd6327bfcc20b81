import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql';
import { IdArg, InputArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import { ExpectedRevisionArg } from '../../api/resource.types.ts';
import { Scope } from '../../api/scope.ts';
import { selects } from '../../api/selected-fields.ts';
import { CacheTopics } from '../../api/caching.ts';
import { listSubscriptions } from '../../access/access.ts';
import { idBySlug } from './list/by-slug.ts';
import {
  ContentOutcome,
  CreateContentsInput,
  UpdateContentsInput,
  createContents,
  updateContents,
} from './write/write-several.ts';
import { CreateContentInput, PutContentInput, UpdateContentInput } from './content.inputs.ts';
import { CONTENT_LIST_COST, listContent } from './list/list-content.ts';
import { preloadBody } from './content.rows.ts';
import type { ContentService } from './content.service.ts';
import { ContentAccess, ContentItem, ContentItemPage } from './content.types.ts';
import { putContent } from './write/put-content.ts';
import { ListContentArgs } from './content.args.ts';

/** Fields of a page that need the number of all items. */
const TOTALS = ['total', 'totalIsExact', 'pagination', 'accessSummary'];

@Resolver(() => ContentItem)
export class ContentResolver {
  private readonly contents: ContentService;

  constructor(contents: ContentService) {
    this.contents = contents;
  }

  @Scope('read')
  @CacheTopics('content')
  @Cost(CONTENT_LIST_COST)
  @Query(() => ContentItemPage, {
    name: 'contents',
    description:
      'Content items that the viewer can read, by default newest publication first. Page size: default 50, maximum 100.',
  })
  async list(
    @Ctx() context: RequestContext,
    @Args(() => ListContentArgs) args: ListContentArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ContentItemPage> {
    return listContent(context.viewer, {
      ...args,
      filter: args.filter ?? {},
      filterParameters: args.filterParameters ?? [],
      order: args.order ?? {},
      sort: args.sort ?? [],
      page: args.page ?? {},
      needsTotal: TOTALS.some((name) => selects(info, name)),
      addPoints: (points) => context.costMeter?.addPoints(info, points),
    });
  }

  @Scope('read')
  @CacheTopics('content')
  @Query(() => ContentItem, {
    description:
      'A content item. NOT_FOUND for an unknown id; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read it.',
  })
  async content(
    @Ctx() context: RequestContext,
    @IdArg('item') id: string,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ContentItem> {
    if (selects(info, 'content')) preloadBody(context.viewer, id);
    return this.contents.get(context.viewer, id);
  }

  @Scope('read')
  @CacheTopics('content')
  @Query(() => ContentItem, {
    description:
      'A content item by its slug or, with `language`, by the slug that it has in any language. NOT_FOUND for an unknown type or slug, and if it has none of the languages; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read it, also where it could read the item in another language.',
  })
  async contentBySlug(
    @Ctx() context: RequestContext,
    @Arg('type', () => String, { description: 'Slug of the content type.' }) type: string,
    @Arg('slug', () => String, { description: 'Slug of the item.' }) slug: string,
    @Arg('language', () => String, {
      nullable: true,
      description:
        'Language code. Of the items with the slug and their translations, the one in this language; its own slug may be another. Omitted: of the items with the slug, the one that was created first.',
    })
    language: string | null,
    @Arg('fallback', () => [String], {
      nullable: true,
      description: 'Further language codes, at most 10, tried in this order if no item has `language`.',
    })
    fallback: string[] | null,
  ): Promise<ContentItem> {
    return this.contents.get(context.viewer, await idBySlug(context.viewer, { type, slug, language, fallback }));
  }

  @Scope('read')
  @CacheTopics('content')
  @Query(() => ContentAccess, { description: 'Result of the access check of an item that the viewer can read.' })
  async contentAccess(@Ctx() context: RequestContext, @IdArg('item') id: string): Promise<ContentAccess> {
    const { access } = await this.contents.get(context.viewer, id);
    return {
      level: access.level,
      requiredSubscriptions: access.requiredSubscriptions ?? [],
      userHasAccess: access.granted,
      userSubscriptions: listSubscriptions(context.viewer),
    };
  }

  @Scope('write', 'author')
  @Mutation(() => ContentItem, {
    description:
      'Creates a content item. CONFLICT if the externalId (the error has the `id` of that item) or the slug is already used; BAD_REQUEST with `details` for invalid input.',
  })
  async createContent(
    @Ctx() context: RequestContext,
    @InputArg(CreateContentInput, 'The new item.', { collects: true }) input: CreateContentInput,
  ): Promise<ContentItem> {
    return this.contents.create(context.viewer, input);
  }

  @Scope('write', 'author')
  @Mutation(() => ContentItem, {
    description:
      'Creates the item with this externalId or replaces it: what the input omits gets its default. The type of an item cannot change. Repeating it changes nothing.',
  })
  async putContent(
    @Ctx() context: RequestContext,
    @Arg('externalId', () => String, { description: 'The externalId of the item.' }) externalId: string,
    @InputArg(PutContentInput, 'The whole item.', { collects: true }) input: PutContentInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<ContentItem> {
    return putContent(this.contents, context.viewer, { externalId, expected: expectedRevision }, input);
  }

  @Scope('write', 'author')
  @Mutation(() => ContentItem, { description: 'Updates a content item. Omitted fields keep their value; null clears.' })
  async updateContent(
    @Ctx() context: RequestContext,
    @IdArg('item') id: string,
    @InputArg(UpdateContentInput, 'Fields to change.', { collects: true }) input: UpdateContentInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<ContentItem> {
    return this.contents.update(context.viewer, id, input, expectedRevision);
  }

  @Scope('write', 'author')
  @Mutation(() => DeletionResult, { description: 'Deletes a content item and removes it from search immediately.' })
  async deleteContent(
    @Ctx() context: RequestContext,
    @IdArg('item') id: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
    @Arg('permanently', () => Boolean, {
      defaultValue: false,
      description: 'Whether the item and its versions are removed for good, instead of going to the trash.',
    })
    permanently: boolean,
  ): Promise<DeletionResult> {
    await this.contents.delete(context.viewer, id, expectedRevision, { permanently });
    return toDeletionResult(id);
  }

  @Scope('write', 'author')
  @Cost({ points: 5_000, size: 100 })
  @Mutation(() => [ContentOutcome], {
    description:
      'Creates up to 100 content items, each as by createContent, and returns an outcome for each, in the same order. BAD_REQUEST without items or with more than 100.',
  })
  async createContents(
    @Ctx() context: RequestContext,
    @InputArg(CreateContentsInput, 'The new items.', { collects: true }) input: CreateContentsInput,
  ): Promise<ContentOutcome[]> {
    return createContents(this.contents, context.viewer, input);
  }

  @Scope('write', 'author')
  @Cost({ points: 5_000, size: 100 })
  @Mutation(() => [ContentOutcome], {
    description:
      'Changes up to 100 content items, each as by updateContent, and returns an outcome for each, in the same order. BAD_REQUEST without items or with more than 100.',
  })
  async updateContents(
    @Ctx() context: RequestContext,
    @InputArg(UpdateContentsInput, 'The changes.', { collects: true }) input: UpdateContentsInput,
  ): Promise<ContentOutcome[]> {
    return updateContents(this.contents, context.viewer, input);
  }
}
