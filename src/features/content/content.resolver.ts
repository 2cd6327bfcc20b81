import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import { PageInput } from '../../graphql/page-type.ts';
import { GraphQLJSONObject } from '../../graphql/scalars.ts';
import { heldSubscriptions } from '../access/access.ts';
import { sortKey } from '../reference/expansion.ts';
import { expandedFieldsById, referencedItems } from '../reference/reference.service.ts';
import type { JsonObject } from './content.entity.ts';
import { ContentFilter, ContentOrder, CreateContentInput, UpdateContentInput } from './content.inputs.ts';
import { listContent } from './content.list.ts';
import { contentBodyById } from './content.rows.ts';
import type { ContentService } from './content.service.ts';
import { ContentAccess, ContentItem, ContentItemPage } from './content.types.ts';

@Resolver(() => ContentItem)
export class ContentResolver {
  private readonly contents: ContentService;

  constructor(contents: ContentService) {
    this.contents = contents;
  }

  @Query(() => ContentItemPage, {
    name: 'contents',
    description: 'Content items that the viewer may see, newest published first; 50 a page, at most 100.',
  })
  async list(
    @Ctx() context: RequestContext,
    @Arg('filter', () => ContentFilter, { nullable: true, description: 'Which items; absent: all.' })
    filter: ContentFilter | null,
    @Arg('order', () => ContentOrder, { nullable: true, description: 'In which order.' }) order: ContentOrder | null,
    @Arg('page', () => PageInput, { nullable: true, description: 'Which part of the list.' }) page: PageInput | null,
    @Arg('includeRestricted', () => Boolean, {
      defaultValue: false,
      description: 'Also items that the viewer may not see, as teasers.',
    })
    includeRestricted: boolean,
  ): Promise<ContentItemPage> {
    return listContent(context.viewer, {
      filter: filter ?? {},
      order: order ?? {},
      page: page ?? {},
      includeRestricted,
    });
  }

  @Query(() => ContentItem, {
    description:
      'One content item. NOT_FOUND for an unknown id; UNAUTHENTICATED or FORBIDDEN when the viewer may not see it.',
  })
  async content(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the item.' }) id: string,
  ): Promise<ContentItem> {
    return this.contents.get(context.viewer, id);
  }

  @Query(() => ContentAccess, { description: 'What the access rule says of one item, for an item the viewer may see.' })
  async contentAccess(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the item.' }) id: string,
  ): Promise<ContentAccess> {
    const { access } = await this.contents.get(context.viewer, id);
    return {
      level: access.level,
      requiredSubscriptions: access.requiredSubscriptions ?? [],
      userHasAccess: access.granted,
      userSubscriptions: heldSubscriptions(context.viewer),
    };
  }

  @FieldResolver(() => String, {
    name: 'content',
    nullable: true,
    description: 'Body, HTML or Markdown; null for a teaser.',
  })
  async body(@Root() item: ContentItem, @Ctx() context: RequestContext): Promise<string | null> {
    return item.access.granted ? context.viewer.loader(contentBodyById).load(item.id) : null;
  }

  @FieldResolver(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Values of the fields that the content type defines, and any others; null for a teaser.',
  })
  async customFields(
    @Root() item: ContentItem,
    @Ctx() context: RequestContext,
    @Arg('expand', () => Boolean, {
      defaultValue: false,
      description: 'Replace the ids in reference fields by whole items, three levels deep.',
    })
    expand: boolean,
    @Arg('includeRestricted', () => Boolean, {
      defaultValue: false,
      description: 'With expand: keep references that the viewer may not see, as teasers with `_access`.',
    })
    includeRestricted: boolean,
    @Arg('includeSortOrder', () => Boolean, {
      defaultValue: false,
      description: 'With expand: give expanded items `_sortOrder`.',
    })
    includeSortOrder: boolean,
  ): Promise<JsonObject | null> {
    if (!expand || !item.customFields) return item.customFields;
    return context.viewer.loader(expandedFieldsById({ includeRestricted, includeSortOrder })).load(item.id);
  }

  @FieldResolver(() => [ContentItem], {
    description:
      'The items that a reference field names, in its order, without those the viewer may not see. At most three levels.',
  })
  async references(
    @Root() item: ContentItem,
    @Ctx() context: RequestContext,
    @Arg('field', () => String, { description: 'Name of a reference or references field.' }) field: string,
  ): Promise<ContentItem[]> {
    return referencedItems(context.viewer, item, field);
  }

  @FieldResolver(() => String, {
    description: 'Order of the collection and of the item in it, `{group}-{item}`, three digits each.',
  })
  groupedSortOrder(@Root() item: ContentItem): string {
    return sortKey(item.collectionOrder, item.sortOrder);
  }

  @Mutation(() => ContentItem, {
    description:
      'Creates a content item. CONFLICT when externalId (with `id` of its item) or slug is taken; BAD_REQUEST with `details`.',
  })
  async createContent(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreateContentInput, { description: 'The new item.' }) input: CreateContentInput,
  ): Promise<ContentItem> {
    return this.contents.create(context.viewer, input);
  }

  @Mutation(() => ContentItem, { description: 'Changes a content item: what is absent stays, null clears.' })
  async updateContent(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the item.' }) id: string,
    @Arg('input', () => UpdateContentInput, { description: 'What to change.' }) input: UpdateContentInput,
  ): Promise<ContentItem> {
    return this.contents.update(context.viewer, id, input);
  }

  @Mutation(() => Deleted, { description: 'Deletes a content item; searches stop finding it at once.' })
  async deleteContent(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the item.' }) id: string,
  ): Promise<Deleted> {
    await this.contents.delete(context.viewer, id);
    return deleted(id);
  }
}
