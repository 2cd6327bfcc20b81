import { Field, ID, InputType } from 'type-graphql';
import { partialInput, requiredInput } from '../../graphql/input-of.ts';
import { GraphQLJSONObject } from '../../graphql/scalars.ts';
import type { AccessLevel } from '../access/access-level.ts';
import { AccessLevelEnum } from '../access/access.types.ts';
import type { ContentStatus, JsonObject } from './content.entity.ts';
import {
  ContentItem,
  ContentSortEnum,
  ContentStatusEnum,
  CourseMetadata,
  DocumentMetadata,
  SortDirectionEnum,
  VideoMetadata,
} from './content.types.ts';
import type { ContentSort, SortDirection } from './content.types.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { NAME_LENGTH } from '../../shared/checks.ts';

/** Longest body; a request is bounded in bytes besides. */
const CONTENT_LENGTH = 5_000_000;

@InputType({ description: 'What is known of the film.' })
class VideoMetadataInput extends partialInput(VideoMetadata) {}

@InputType({ description: 'What is known of the file.' })
class DocumentMetadataInput extends partialInput(DocumentMetadata) {}

@InputType({ description: 'What is known of the course.' })
class CourseMetadataInput extends partialInput(CourseMetadata) {}

const ASSIGNED = ['id', 'type', 'contentTypeId', 'publishedAt', 'createdAt', 'updatedAt', 'access'] as const;
const DECLARED_BELOW = ['customFields', 'content', 'collectionOrder'] as const;

@InputType({ description: 'What to change of a content item: what is absent stays, null clears.' })
export class UpdateContentInput extends partialInput(ContentItem, {
  omit: [...ASSIGNED, ...DECLARED_BELOW],
  inputs: {
    videoMetadata: VideoMetadataInput,
    documentMetadata: DocumentMetadataInput,
    courseMetadata: CourseMetadataInput,
  },
}) {
  @Field(() => String, { nullable: true, description: 'Body, HTML or Markdown, within the size limit of the request.' })
  @Bounds({ maxLength: CONTENT_LENGTH })
  content?: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Values by field name, checked against the content type, at most 256 kB. On update a field that is absent stays and one that is null is cleared.',
  })
  customFields?: JsonObject | null;
}

@InputType({ description: 'A new content item.' })
export class CreateContentInput extends requiredInput(UpdateContentInput, ['externalId', 'title']) {
  @Field(() => String, { description: 'Slug of its content type.' })
  @Bounds({ filled: true })
  type!: string;
}

@InputType({ description: 'Which content items a list has; conditions are combined by and.' })
export class ContentFilter {
  @Field(() => String, { nullable: true, description: 'Slug of their content type.' })
  type?: string | null;

  @Field(() => ContentStatusEnum, { nullable: true, description: 'Only of this status; absent: of any.' })
  status?: ContentStatus | null;

  @Field(() => AccessLevelEnum, { nullable: true, description: 'Only of this access level.' })
  accessLevel?: AccessLevel | null;

  @Field(() => ID, { nullable: true, description: 'Only of this collection.' })
  collectionId?: string | null;

  @Field(() => String, { nullable: true, description: 'Part of the title, whatever its case and accents.' })
  @Bounds({ maxLength: NAME_LENGTH })
  search?: string | null;
}

@InputType({ description: 'The order of a list of content items; ties are broken by id, missing values come last.' })
export class ContentOrder {
  @Field(() => ContentSortEnum, { nullable: true, description: 'Default publishedAt.' })
  sort?: ContentSort | null;

  @Field(() => SortDirectionEnum, { nullable: true, description: 'Default desc.' })
  direction?: SortDirection | null;
}
