import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, LOADER_POINTS, MaxNesting } from '../../api/cost.ts';
import { GraphQLJSONObject } from '../../api/scalars.ts';
import type { JsonText } from '../../shared/json-text.ts';
import { contentTypeBySlug } from '../content-type/content-type.service.ts';
import { ContentType } from '../content-type/content-type.types.ts';
import { sortKey } from '../reference/expansion.text.ts';
import { type FieldExpander, listReferencedIds, listReferencedItems } from '../reference/reference.service.ts';
import type { JsonObject } from './content.entity.ts';
import { contentBodyById } from './content.rows.ts';
import { ContentItem } from './content.types.ts';
import { Writer } from './history/content-version.types.ts';
import { loadWriter } from './history/writer.rows.ts';
import { preferredLanguages } from './language-codes.ts';
import { translationsByOriginal } from './translation.rows.ts';

/** The fields of an item that are not read with it. */
@Resolver(() => ContentItem)
export class ContentItemResolver {
  private readonly expandedFields: FieldExpander;

  constructor(expandedFields: FieldExpander) {
    this.expandedFields = expandedFields;
  }

  @Cost(LOADER_POINTS)
  @FieldResolver(() => Writer, {
    nullable: true,
    description:
      'Who created the item. Null if it is not known, as for items from before this field, and for keys without the scope `preview`.',
  })
  async createdBy(@Root() item: ContentItem, @Ctx() { viewer }: RequestContext): Promise<Writer | null> {
    const isShown = viewer.hasPreviewScope && item.access.granted;
    return isShown ? loadWriter(viewer, item.createdBy) : null;
  }

  @Cost(LOADER_POINTS)
  @FieldResolver(() => ContentType, {
    nullable: true,
    description: 'The content type of the item, with its custom fields; null if it was deleted.',
  })
  async contentType(@Root() item: ContentItem, @Ctx() { viewer }: RequestContext): Promise<ContentType | null> {
    return viewer.loader(contentTypeBySlug).load(item.type);
  }

  @Cost(LOADER_POINTS)
  @FieldResolver(() => String, {
    name: 'content',
    nullable: true,
    description: 'Body as HTML or Markdown; null for a teaser.',
  })
  body(@Root() item: ContentItem, @Ctx() context: RequestContext): Promise<string | null> | null {
    return item.access.granted ? context.viewer.loader(contentBodyById).load(item.id) : null;
  }

  @Cost({ extra: { expand: 200 } })
  @FieldResolver(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Values of the fields that the content type defines, and of any other fields that were stored; null for a teaser.',
  })
  customFields(
    @Root() item: ContentItem,
    @Ctx() context: RequestContext,
    @Arg('expand', () => Boolean, {
      defaultValue: false,
      description:
        'Whether ids in reference fields are replaced by the items, up to 3 levels deep, and ids of files by objects with url, mimeType, size, width, height, alt, caption, focalPoint and blurhash; null for a file that the viewer cannot read.',
    })
    expand: boolean,
    @Arg('includeRestricted', () => Boolean, {
      defaultValue: false,
      description:
        'With expand: whether references to items that the viewer cannot read are kept, as teasers with `_access`.',
    })
    includeRestricted: boolean,
    @Arg('includeSortOrder', () => Boolean, {
      defaultValue: false,
      description: 'With expand: whether expanded items get `_sortOrder`.',
    })
    includeSortOrder: boolean,
    @Arg('language', () => String, {
      nullable: true,
      description:
        'With expand: language code. A reference is replaced by the translation in this language that the viewer can read, or else by the item itself.',
    })
    language: string | null,
    @Arg('fallback', () => [String], {
      nullable: true,
      description: 'With expand: further language codes, at most 10, tried in this order.',
    })
    fallback: string[] | null,
  ): JsonObject | null | Promise<JsonText | null> {
    if (!expand || !item.customFields) return item.customFields;
    const options = {
      includeRestricted,
      includeSortOrder,
      languages: preferredLanguages({ language, fallback }) ?? [],
    };
    return context.viewer.loaderWith(this.expandedFields, options).load(item.id);
  }

  @Cost({ points: 20, size: 10, each: 5, countedByResolver: true })
  @MaxNesting(3)
  @FieldResolver(() => [ContentItem], {
    description:
      'The items that a reference field refers to, in the order of the field, without those that the viewer cannot read. At most 3 levels deep.',
  })
  async references(
    @Root() item: ContentItem,
    @Ctx() context: RequestContext,
    @Arg('field', () => String, { description: 'Name of a field of type reference or references.' }) field: string,
    @Arg('language', () => String, {
      nullable: true,
      description:
        'Language code. An item is replaced by its translation in this language if the viewer can read that one.',
    })
    language: string | null,
    @Arg('fallback', () => [String], {
      nullable: true,
      description: 'Further language codes, at most 10, tried in this order.',
    })
    fallback: string[] | null,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ContentItem[]> {
    const languages = preferredLanguages({ language, fallback }) ?? [];
    // Before any of them is read.
    context.costMeter?.countList(info, (await listReferencedIds(context.viewer, item, field)).length);
    return listReferencedItems(context.viewer, item, field, { languages });
  }

  @Cost({ points: 20, size: 10, each: 5 })
  @MaxNesting(3)
  @FieldResolver(() => [ContentItem], {
    description:
      'The translations of the item that the viewer can read, without the item itself, by language. At most 50, 3 levels deep.',
  })
  async translations(@Root() item: ContentItem, @Ctx() context: RequestContext): Promise<ContentItem[]> {
    const all = await context.viewer.loader(translationsByOriginal).load(item.translationOf ?? item.id);
    return all.filter(({ id }) => id !== item.id);
  }

  @FieldResolver(() => String, {
    description: 'Position of the collection and of the item within it, as `{group}-{item}` with three digits each.',
  })
  groupedSortOrder(@Root() item: ContentItem): string {
    return sortKey(item.collectionOrder, item.sortOrder);
  }
}
