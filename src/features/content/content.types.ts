import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { pageOf } from '../../graphql/page-type.ts';
import { DateTime, GraphQLJSONObject } from '../../graphql/scalars.ts';
import type { AccessLevel } from '../access/access-level.ts';
import { AccessLevelEnum } from '../access/access.types.ts';
import { CONTENT_STATUSES } from './content.entity.ts';
import type { ContentStatus, JsonObject } from './content.entity.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { SLUG, listOf, textFormat } from '../../shared/bounds.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';

/** What browsers still open. */
const URL_LENGTH = 2_048;
const METADATA_BYTES = 64 * 1024;
const MAX_SORT_ORDER = 999_999_999;
const LANGUAGE = textFormat(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, LABEL_LENGTH, 'must be an ISO language code');

export const ContentStatusEnum = enumOf(CONTENT_STATUSES);
registerEnumType(ContentStatusEnum, { name: 'ContentStatus', description: 'Life of a content item.' });

const CONTENT_SORTS = ['publishedAt', 'sortOrder', 'createdAt', 'title'] as const;
export type ContentSort = (typeof CONTENT_SORTS)[number];
export const ContentSortEnum = enumOf(CONTENT_SORTS);
registerEnumType(ContentSortEnum, {
  name: 'ContentSort',
  description: 'What content items are sorted by; ties by id.',
});

const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];
export const SortDirectionEnum = enumOf(SORT_DIRECTIONS);
registerEnumType(SortDirectionEnum, { name: 'SortDirection', description: 'Rising or falling.' });

@ObjectType({ description: 'What is known of the film of a content item.', simpleResolvers: true })
export class VideoMetadata {
  @Field(() => Float, { nullable: true, description: 'Length in seconds.' })
  @Bounds({ minimum: 0 })
  duration?: number | null;

  @Field(() => String, { nullable: true, description: 'Where it is played from; null for a teaser.' })
  streamUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Preview image.' })
  thumbnailUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Such as `1920x1080`.' })
  resolution?: string | null;
}

@ObjectType({ description: 'What is known of the file of a content item.', simpleResolvers: true })
export class DocumentMetadata {
  @Field(() => Int, { nullable: true, description: 'Number of pages.' })
  @Bounds({ minimum: 0 })
  pageCount?: number | null;

  @Field(() => Float, { nullable: true, description: 'Size in bytes.' })
  @Bounds({ minimum: 0 })
  fileSize?: number | null;

  @Field(() => String, { nullable: true, description: 'Such as `pdf`.' })
  format?: string | null;
}

@ObjectType({ description: 'What is known of the course of a content item.', simpleResolvers: true })
export class CourseMetadata {
  @Field(() => Int, { nullable: true, description: 'Number of lessons.' })
  @Bounds({ minimum: 0 })
  lessons?: number | null;

  @Field(() => Float, { nullable: true, description: 'Length of all lessons in seconds.' })
  @Bounds({ minimum: 0 })
  totalDuration?: number | null;

  @Field(() => String, { nullable: true, description: 'How hard it is.' })
  difficulty?: string | null;

  @Field(() => [String], { nullable: true, description: 'What to know before.' })
  prerequisites?: string[] | null;
}

@ObjectType({ description: 'Whether the viewer may see an item, and why not.', simpleResolvers: true })
export class ContentItemAccess {
  @Field(() => AccessLevelEnum, { description: 'Access level of the item.' })
  level!: AccessLevel;

  @Field(() => [String], { nullable: true, description: 'For level subscription: one of these is needed; else null.' })
  requiredSubscriptions!: readonly string[] | null;

  @Field(() => Boolean, { description: 'Whether the viewer sees the whole item.' })
  granted!: boolean;

  @Field(() => String, { nullable: true, description: 'What is missing; null where granted.' })
  reason!: string | null;
}

@ObjectType({
  description:
    'A piece of structured content. A restricted item, shown through `includeRestricted`, is a teaser: content, customFields, url, metadata and videoMetadata.streamUrl are null.',
  simpleResolvers: true,
})
export class ContentItem {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: "The caller's own id, unique in the site, at most 300 characters." })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  externalId!: string;

  @Field(() => String, { description: 'Slug of its content type.' })
  type!: string;

  @Field(() => ID, { nullable: true, description: 'Id of its content type; null when the type was deleted.' })
  contentTypeId!: string | null;

  @Field(() => String, { description: 'Title, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  title!: string;

  @Field(() => String, { nullable: true, description: 'Short summary, at most 5,000 characters.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  excerpt!: string | null;

  @Field(() => String, {
    description: 'Lower-case letters, digits and hyphens, unique in site and type; default made from the title.',
  })
  @Bounds({ format: SLUG })
  slug!: string;

  @Field(() => String, { nullable: true, description: 'Where the item is shown.' })
  @Bounds({ maxLength: URL_LENGTH })
  url!: string | null;

  @Field(() => String, { description: 'ISO language code. Default `en`.' })
  @Bounds({ format: LANGUAGE })
  language!: string;

  @Field(() => [String], { description: 'Categories, at most 200.' })
  @Bounds(listOf(LIST_LENGTH, LABEL_LENGTH))
  categories!: string[];

  @Field(() => [String], { description: 'Tags, at most 200.' })
  @Bounds(listOf(LIST_LENGTH, LABEL_LENGTH))
  tags!: string[];

  @Field(() => ContentStatusEnum, { description: 'Life of the item. Default draft.' })
  status!: ContentStatus;

  @Field(() => AccessLevelEnum, { description: 'Who sees it. Default that of the content type.' })
  accessLevel!: AccessLevel;

  @Field(() => [String], {
    nullable: true,
    description:
      'Slugs of subscriptions: one of them is needed at level subscription, where they are required; else null.',
  })
  @Bounds(listOf(LIST_LENGTH, LABEL_LENGTH))
  requiredSubscriptions!: string[] | null;

  @Field(() => String, { nullable: true, description: 'Who wrote it.' })
  @Bounds({ maxLength: NAME_LENGTH })
  author!: string | null;

  @Field(() => String, { nullable: true, description: 'Address of an image.' })
  @Bounds({ maxLength: URL_LENGTH })
  featuredImage!: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'Free-form data of the caller, at most 64 kB.' })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  metadata!: JsonObject | null;

  @Field(() => VideoMetadata, { nullable: true, description: 'For films.' })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  videoMetadata!: VideoMetadata | null;

  @Field(() => DocumentMetadata, { nullable: true, description: 'For files.' })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  documentMetadata!: DocumentMetadata | null;

  @Field(() => CourseMetadata, { nullable: true, description: 'For courses.' })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  courseMetadata!: CourseMetadata | null;

  @Field(() => Boolean, { description: 'Whether it may join the knowledge base when published. Default true.' })
  aiIndexed!: boolean;

  @Field(() => ID, { nullable: true, description: 'Id of its collection, one of this site.' })
  collectionId!: string | null;

  @Field(() => Int, { description: 'Position within its collection. Default 0.' })
  @Bounds({ minimum: -MAX_SORT_ORDER, maximum: MAX_SORT_ORDER })
  sortOrder!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it was first published.' })
  publishedAt!: string | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;

  @Field(() => ContentItemAccess, { description: 'Whether the viewer may see it.' })
  access!: ContentItemAccess;

  /** Resolved by fields of their own: see the resolver. */
  customFields!: JsonObject | null;
  content?: string | null;
  collectionOrder!: number | null;
}

@ObjectType({ description: 'How many items of a list the viewer may see.', simpleResolvers: true })
export class ContentAccessSummary {
  @Field(() => Int, { description: 'All items that match the filter.' })
  totalItems!: number;

  @Field(() => Int, { description: 'Those the viewer sees whole.' })
  accessibleItems!: number;

  @Field(() => Int, { description: 'Those shown as teasers.' })
  restrictedItems!: number;

  @Field(() => Boolean, { description: 'Whether the list has the restricted ones.' })
  includeRestricted!: boolean;
}

@ObjectType({ description: 'A page of content items.', simpleResolvers: true })
export class ContentItemPage extends pageOf(ContentItem) {
  @Field(() => ContentAccessSummary, { description: 'How many items the viewer may see.' })
  accessSummary!: ContentAccessSummary;
}

@ObjectType({ description: 'What the access rule says of one item for this viewer.', simpleResolvers: true })
export class ContentAccess {
  @Field(() => AccessLevelEnum, { description: 'Access level of the item.' })
  level!: AccessLevel;

  @Field(() => [String], { description: 'One of these is needed at level subscription.' })
  requiredSubscriptions!: readonly string[];

  @Field(() => Boolean, { description: 'Whether the viewer may see it.' })
  userHasAccess!: boolean;

  @Field(() => [String], { description: 'What the viewer holds, granted ones included.' })
  userSubscriptions!: readonly string[];
}
