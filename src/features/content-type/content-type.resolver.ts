import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { FilterArg, InputArg, PageArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, pageCost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import type { PageInput } from '../../api/page.types.ts';
import { ExpectedRevisionArg } from '../../api/resource.types.ts';
import { Scope } from '../../api/scope.ts';
import { CacheTopics } from '../../api/caching.ts';
import {
  ContentTypeFilter,
  CreateContentTypeInput,
  FieldDefinitionInput,
  UpdateContentTypeInput,
} from './content-type.inputs.ts';
import { CONTENT_TYPE_PAGES, type ContentTypeService } from './content-type.service.ts';
import { ContentType, ContentTypePage } from './content-type.types.ts';
import { FieldValueChangeType } from './field-changes.types.ts';

/** All items of the type are read. */
const VALUES_COST = 20_000;

/** The argument of a mutation that may remove what queries select. */
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
  @CacheTopics('content')
  @Cost(pageCost(CONTENT_TYPE_PAGES))
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
  @CacheTopics('content')
  @Query(() => ContentType, { description: 'A content type. NOT_FOUND for an unknown slug.' })
  async contentType(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
  ): Promise<ContentType> {
    return this.contentTypes.get(context.viewer, slug);
  }

  @Scope('read')
  @Cost({ points: VALUES_COST, size: 200 })
  @Query(() => [FieldValueChangeType], {
    description:
      'What an update of the fields of a content type would do to the values of its items: one entry for each field that is removed, renamed or gets another type. Reads all items of the type. Requires the scope `preview`. NOT_FOUND for an unknown slug; BAD_REQUEST with `details` for invalid fields.',
  })
  async contentTypeUpdatePreview(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
    @Arg('fields', () => [FieldDefinitionInput], { description: 'The fields, as `updateContentType` takes them.' })
    fields: FieldDefinitionInput[],
  ): Promise<FieldValueChangeType[]> {
    return this.contentTypes.previewUpdate(context.viewer, slug, fields);
  }

  @Scope('write')
  @Mutation(() => ContentType, {
    description:
      'Creates a content type. CONFLICT if the slug is already used; BAD_REQUEST with `details` for invalid input.',
  })
  async createContentType(
    @Ctx() context: RequestContext,
    @InputArg(CreateContentTypeInput, 'The new type.', { collects: true }) input: CreateContentTypeInput,
  ): Promise<ContentType> {
    return this.contentTypes.create(context.viewer, input);
  }

  @Scope('write')
  @Mutation(() => ContentType, {
    description:
      'Updates a content type. Omitted fields keep their value. A new slug is applied to its items. CONFLICT for a change that breaks existing queries: a field removed, renamed, with another type or target, a list instead of one value, or no longer sortable; a new slug; a new field that takes the name of another at /graphql/site. A renamed field takes the values of all items along, which are read under its new name at once; CONFLICT if items have other values under that name.',
  })
  async updateContentType(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
    @InputArg(UpdateContentTypeInput, 'Fields to change.', { collects: true }) input: UpdateContentTypeInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
    @ForceArg() force: boolean,
    @Arg('convert', () => [String], {
      nullable: true,
      description:
        'Names of fields whose stored values are converted by a job, such as texts to numbers, where they are not valid for the field. A value that no conversion fits stays as it is; versions of the items have the former values.',
    })
    convert: string[] | null,
    @Arg('keepValues', () => Boolean, {
      defaultValue: false,
      description:
        'Whether stored values stay as they are where a field gets another type for which they are not valid. Items with such values cannot be published until they are changed. Otherwise a field with such values that is not in `convert` is CONFLICT, with the numbers of items in `values`.',
    })
    keepValues: boolean,
  ): Promise<ContentType> {
    return this.contentTypes.update(context.viewer, slug, input, {
      expected: expectedRevision,
      force,
      convert: convert ?? [],
      keepValues,
    });
  }

  @Scope('write')
  @Mutation(() => DeletionResult, {
    description:
      'Deletes a content type. Its items are kept. BAD_REQUEST for a built-in type, CONFLICT without `force`.',
  })
  async deleteContentType(
    @Ctx() context: RequestContext,
    @Arg('slug', () => String, { description: 'Slug of the type.' }) slug: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
    @ForceArg() force: boolean,
  ): Promise<DeletionResult> {
    return toDeletionResult(
      await this.contentTypes.delete(context.viewer, slug, { expected: expectedRevision, force }),
    );
  }
}
