import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { createPageType } from '../../api/page.types.ts';
import { DateTime, GraphQLJSONObject } from '../../api/scalars.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { AccessLevelEnum, RequiredSubscriptions } from '../../api/access-level.types.ts';
import { CONTENT_STATUSES, type ContentStatus, type JsonObject } from './content.entity.ts';
import { LANGUAGE_CODE } from './language-codes.ts';
import { CourseMetadata, DocumentMetadata, VideoMetadata } from './content.metadata.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { Resource } from '../../api/resource.types.ts';
import { Visible } from '../../api/visible.ts';
import { SLUG, listBounds } from '../../shared/bounds.ts';
import { WEB_LINK } from '../../shared/link.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';

/** Maximum length of URLs that browsers support. */
const URL_LENGTH = 2_048;
const METADATA_BYTES = 64 * 1024;
const MAX_SORT_ORDER = 999_999_999;

export const ContentStatusEnum = createEnum('ContentStatus', CONTENT_STATUSES, 'Status of a content item.');

const CONTENT_SORTS = ['publishedAt', 'sortOrder', 'createdAt', 'title'] as const;
export type ContentSort = (typeof CONTENT_SORTS)[number];
export const ContentSortEnum = createEnum(
  'ContentSort',
  CONTENT_SORTS,
  'Field that content items are sorted by. Equal values are sorted by id.',
);

const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];
export const SortDirectionEnum = createEnum(
  'SortDirection',
  SORT_DIRECTIONS,
  'Sort direction: ascending or descending.',
);

@Visible('part')
@ObjectType({ description: 'Whether the viewer can read an item, and the reason if not.', simpleResolvers: true })
export class ContentItemAccess {
  @Field(() => AccessLevelEnum, { description: 'Access level of the item.' })
  level!: AccessLevel;

  @Field(() => [String], {
    nullable: true,
    description:
      'Slugs of the required subscriptions, one of which is enough; null unless accessLevel is subscription.',
  })
  requiredSubscriptions!: readonly string[] | null;

  @Field(() => Boolean, { description: 'Whether the viewer can read the item.' })
  granted!: boolean;

  @Field(() => String, { nullable: true, description: 'Why access is denied; null if it is granted.' })
  reason!: string | null;
}

@Visible('guarded')
@ObjectType({
  description:
    'A structured content item. A restricted item, returned with `includeRestricted`, is a teaser: content, customFields, url, metadata and videoMetadata.streamUrl are null.',
  simpleResolvers: true,
})
export class ContentItem extends Resource {
  @Field(() => String, { description: "The caller's own id, unique in the site, at most 300 characters." })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  externalId!: string;

  @Field(() => String, { description: 'Slug of the content type.' })
  type!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the content type; null if the type was deleted.' })
  contentTypeId!: string | null;

  @Field(() => String, { description: 'Title, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  title!: string;

  @Field(() => String, { nullable: true, description: 'Short summary, at most 5,000 characters.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  excerpt!: string | null;

  @Field(() => String, {
    description:
      'Slug of lower-case letters, digits and hyphens, unique per site, content type and language. Default: generated from the title.',
  })
  @Bounds({ format: SLUG })
  slug!: string;

  @Field(() => String, {
    nullable: true,
    description: 'URL of the page that displays the item: http or https without a user name, or relative.',
  })
  @Bounds({ maxLength: URL_LENGTH, format: WEB_LINK })
  url!: string | null;

  @Field(() => String, {
    description:
      'Language code of BCP 47, such as `de` or `de-AT`, in any case and also with `_`; stored as `de-AT`. Default `en`.',
  })
  @Bounds({ format: LANGUAGE_CODE })
  language!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the item that this is a translation of; null for an original. It is kept when the original is deleted. An input takes the id or externalId of the original or of any translation of it, which must have the same type and another language; an item has at most 50 translations.',
  })
  @Bounds({ maxLength: NAME_LENGTH })
  translationOf!: string | null;

  @Field(() => [String], { description: 'Categories, at most 200.' })
  @Bounds(listBounds(LIST_LENGTH, LABEL_LENGTH))
  categories!: string[];

  @Field(() => [String], { description: 'Tags, at most 200.' })
  @Bounds(listBounds(LIST_LENGTH, LABEL_LENGTH))
  tags!: string[];

  @Field(() => ContentStatusEnum, { description: 'Status of the item. Default draft.' })
  status!: ContentStatus;

  @Field(() => AccessLevelEnum, {
    description: 'Who can read the item. Default: the access level of the content type.',
  })
  accessLevel!: AccessLevel;

  @RequiredSubscriptions('; otherwise null')
  requiredSubscriptions!: string[] | null;

  @Field(() => String, { nullable: true, description: 'Author.' })
  @Bounds({ maxLength: NAME_LENGTH })
  author!: string | null;

  @Field(() => String, { nullable: true, description: 'URL of an image, with the rules of `url`.' })
  @Bounds({ maxLength: URL_LENGTH, format: WEB_LINK })
  featuredImage!: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'Free-form data of the caller, at most 64 kB.' })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  metadata!: JsonObject | null;

  @Field(() => VideoMetadata, { nullable: true, description: 'Metadata of a video.' })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  videoMetadata!: VideoMetadata | null;

  @Field(() => DocumentMetadata, { nullable: true, description: 'Metadata of a document.' })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  documentMetadata!: DocumentMetadata | null;

  @Field(() => CourseMetadata, { nullable: true, description: 'Metadata of a course.' })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  courseMetadata!: CourseMetadata | null;

  @Field(() => Boolean, {
    description: 'Whether the item is added to the knowledge base when it is published. Default true.',
  })
  aiIndexed!: boolean;

  @Field(() => ID, { nullable: true, description: 'Id of a collection of the site.' })
  collectionId!: string | null;

  @Field(() => Int, { description: 'Position within the collection. Default 0.' })
  @Bounds({ minimum: -MAX_SORT_ORDER, maximum: MAX_SORT_ORDER })
  sortOrder!: number;

  @Field(() => DateTime, { nullable: true, description: 'When the item was first published; null if it was not.' })
  publishedAt!: string | null;

  @Field(() => ContentItemAccess, { description: 'Whether the viewer can read the item.' })
  access!: ContentItemAccess;

  /** Custom fields are resolved by field resolvers: see the resolver. */
  customFields!: JsonObject | null;
  content?: string | null;
  collectionOrder!: number | null;
  createdBy!: string | null;
}

@Visible('guarded')
@ObjectType({ description: 'How many items of a list the viewer can read.', simpleResolvers: true })
export class ContentAccessSummary {
  @Field(() => Int, { description: 'All items that match the filter.' })
  totalItems!: number;

  @Field(() => Int, { description: 'Items that the viewer can read.' })
  accessibleItems!: number;

  @Field(() => Int, { description: 'Restricted items, returned as teasers.' })
  restrictedItems!: number;

  @Field(() => Boolean, { description: 'Whether the list contains restricted items.' })
  includeRestricted!: boolean;
}

@ObjectType({ description: 'A page of content items.', simpleResolvers: true })
export class ContentItemPage extends createPageType(ContentItem) {
  @Field(() => Boolean, {
    description:
      'False for a full-text search that finds 10,000 items or more, of which `total` and `accessSummary` count 10,000, unless `exactTotal` is true.',
  })
  totalIsExact!: boolean;

  @Field(() => ContentAccessSummary, { description: 'How many items the viewer can read.' })
  accessSummary!: ContentAccessSummary;
}

@Visible('guarded')
@ObjectType({ description: 'Result of the access check of an item for the viewer.', simpleResolvers: true })
export class ContentAccess {
  @Field(() => AccessLevelEnum, { description: 'Access level of the item.' })
  level!: AccessLevel;

  @Field(() => [String], { description: 'Slugs of the required subscriptions, one of which is enough.' })
  requiredSubscriptions!: readonly string[];

  @Field(() => Boolean, { description: 'Whether the viewer can read the item.' })
  userHasAccess!: boolean;

  @Field(() => [String], { description: 'Slugs of the subscriptions of the viewer, included ones as well.' })
  userSubscriptions!: readonly string[];
}
