import { Field, InputType, Int } from 'type-graphql';
import { clearedInput, partialInput, requiredInput } from '../../api/input-of.ts';
import { DateTime, GraphQLJSONObject } from '../../api/scalars.ts';
import type { JsonObject } from './content.entity.ts';
import {
  ContentItem,
  type ContentSort,
  ContentSortEnum,
  type SortDirection,
  SortDirectionEnum,
} from './content.types.ts';
import { CourseMetadata, DocumentMetadata, VideoMetadata } from './content.metadata.ts';
import { Bounds } from '../../api/input-bounds.ts';

/** Maximum length of a body; the request also has a maximum size. */
const CONTENT_LENGTH = 5_000_000;

@InputType({ description: 'Metadata of a video.' })
class VideoMetadataInput extends partialInput(VideoMetadata) {}

@InputType({ description: 'Metadata of a document.' })
class DocumentMetadataInput extends partialInput(DocumentMetadata) {}

@InputType({ description: 'Metadata of a course.' })
class CourseMetadataInput extends partialInput(CourseMetadata) {}

const ASSIGNED_FIELDS = [
  'id',
  'type',
  'contentTypeId',
  'publishedAt',
  'createdAt',
  'updatedAt',
  'revision',
  'access',
] as const;
const OVERRIDDEN_FIELDS = ['customFields', 'content', 'collectionOrder'] as const;

@InputType({ description: 'Changes to a content item. Omitted fields keep their value; null clears.' })
export class UpdateContentInput extends partialInput(ContentItem, {
  omit: [...ASSIGNED_FIELDS, ...OVERRIDDEN_FIELDS],
  inputs: {
    videoMetadata: VideoMetadataInput,
    documentMetadata: DocumentMetadataInput,
    courseMetadata: CourseMetadataInput,
  },
}) {
  @Field(() => String, {
    nullable: true,
    description:
      'Body as HTML or Markdown; limited by the maximum size of the request. Not the sentence of the agent that it found no answer.',
  })
  @Bounds({ informative: true, maxLength: CONTENT_LENGTH })
  content?: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Values by field name, validated against the content type, at most 256 kB. On update, omitted fields keep their value and null removes it. A reference is an id, or `{externalId: "…"}`.',
  })
  customFields?: JsonObject | null;
}

/** The place of an item, which its content does not have: a restored version and a draft leave it as it is. */
const PLACE = ['externalId', 'slug', 'language', 'translationOf', 'status', 'collectionId', 'sortOrder'] as const;

@InputType({
  description:
    'Changes to the draft of a content item. Omitted fields keep their value in the draft or, where it has none, that of the item; null clears.',
})
export class ContentDraftInput extends partialInput(UpdateContentInput, { omit: PLACE }) {
  @Field(() => Int, {
    nullable: true,
    description:
      'Revision at which the caller has read the item. If it has another one by now, nothing is saved: PRECONDITION_FAILED, with the current `revision` of the item. Default: any revision.',
  })
  itemRevision?: number | null;
}

/** The values of an item besides its place and custom fields: the access level belongs to the content. */
export const CONTENT_VALUES = Object.keys(clearedInput(ContentDraftInput, ['customFields', 'itemRevision']));

/** The values of an item where a replacement says nothing: everything that can be changed, but these, is cleared. */
export const CLEARED_VALUES = clearedInput(UpdateContentInput, ['externalId', 'title', 'slug', 'customFields']);

@InputType({ description: 'A new content item.' })
export class CreateContentInput extends requiredInput(UpdateContentInput, ['externalId', 'title']) {
  @Field(() => String, { description: 'Slug of the content type.' })
  @Bounds({ filled: true })
  type!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the item was first published elsewhere. Default: now, if it is published.',
  })
  publishedAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When the item was created elsewhere. Default: now.' })
  createdAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When the item was last changed elsewhere. Default: now.' })
  updatedAt?: Date | null;
}

@InputType({ description: 'A whole content item. Omitted fields get their default; an omitted slug is kept.' })
export class PutContentInput extends requiredInput(UpdateContentInput, ['title']) {
  @Field(() => String, { description: 'Slug of the content type.' })
  @Bounds({ filled: true })
  type!: string;
}

@InputType({
  description: 'Sort order of a list of content items. Equal values are sorted by id; missing values come last.',
})
export class ContentOrder {
  @Field(() => ContentSortEnum, { nullable: true, description: 'Field to sort by. Default publishedAt.' })
  sort?: ContentSort | null;

  @Field(() => SortDirectionEnum, { nullable: true, description: 'Sort direction. Default desc.' })
  direction?: SortDirection | null;
}
