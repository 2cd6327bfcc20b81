import { Field, Float, ID, InputType, Int } from 'type-graphql';
import { GraphQLJSONObject } from '../../graphql/scalars.ts';
import type { AccessLevel } from '../access/access-level.ts';
import { AccessLevelEnum } from '../access/access.types.ts';
import type { ContentStatus, JsonObject } from './content.entity.ts';
import { ContentSortEnum, ContentStatusEnum, SortDirectionEnum } from './content.types.ts';
import type { ContentSort, SortDirection } from './content.types.ts';

@InputType({ description: 'What is known of the film.' })
export class VideoMetadataInput {
  @Field(() => Float, { nullable: true, description: 'Length in seconds.' })
  duration?: number | null;

  @Field(() => String, { nullable: true, description: 'Where it is played from.' })
  streamUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Preview image.' })
  thumbnailUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Such as `1920x1080`.' })
  resolution?: string | null;
}

@InputType({ description: 'What is known of the file.' })
export class DocumentMetadataInput {
  @Field(() => Int, { nullable: true, description: 'Number of pages.' })
  pageCount?: number | null;

  @Field(() => Float, { nullable: true, description: 'Size in bytes.' })
  fileSize?: number | null;

  @Field(() => String, { nullable: true, description: 'Such as `pdf`.' })
  format?: string | null;
}

@InputType({ description: 'What is known of the course.' })
export class CourseMetadataInput {
  @Field(() => Int, { nullable: true, description: 'Number of lessons.' })
  lessons?: number | null;

  @Field(() => Float, { nullable: true, description: 'Length of all lessons in seconds.' })
  totalDuration?: number | null;

  @Field(() => String, { nullable: true, description: 'How hard it is.' })
  difficulty?: string | null;

  @Field(() => [String], { nullable: true, description: 'What to know before.' })
  prerequisites?: string[] | null;
}

@InputType({ description: 'What to change of a content item: what is absent stays, null clears.' })
export class UpdateContentInput {
  @Field(() => String, {
    nullable: true,
    description: "The caller's own id, unique in the site, at most 300 characters.",
  })
  externalId?: string | null;

  @Field(() => String, { nullable: true, description: 'Title, at most 300 characters.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'Body, HTML or Markdown, within the size limit of the request.' })
  content?: string | null;

  @Field(() => String, { nullable: true, description: 'Short summary, at most 5,000 characters.' })
  excerpt?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Lower-case letters, digits and hyphens, unique in site and type; default made from the title.',
  })
  slug?: string | null;

  @Field(() => String, { nullable: true, description: 'Where the item is shown.' })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO language code. Default `en`.' })
  language?: string | null;

  @Field(() => [String], { nullable: true, description: 'At most 200.' })
  categories?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'At most 200.' })
  tags?: string[] | null;

  @Field(() => AccessLevelEnum, { nullable: true, description: 'Who sees it. Default that of the content type.' })
  accessLevel?: AccessLevel | null;

  @Field(() => [String], { nullable: true, description: 'Slugs of subscriptions; required at level subscription.' })
  requiredSubscriptions?: string[] | null;

  @Field(() => ContentStatusEnum, { nullable: true, description: 'Default draft.' })
  status?: ContentStatus | null;

  @Field(() => String, { nullable: true, description: 'Who wrote it.' })
  author?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of an image.' })
  featuredImage?: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Values by field name, checked against the content type, at most 256 kB. On update a field that is absent stays and one that is null is cleared.',
  })
  customFields?: JsonObject | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'Free-form data, at most 64 kB.' })
  metadata?: JsonObject | null;

  @Field(() => VideoMetadataInput, { nullable: true, description: 'For films.' })
  videoMetadata?: VideoMetadataInput | null;

  @Field(() => DocumentMetadataInput, { nullable: true, description: 'For files.' })
  documentMetadata?: DocumentMetadataInput | null;

  @Field(() => CourseMetadataInput, { nullable: true, description: 'For courses.' })
  courseMetadata?: CourseMetadataInput | null;

  @Field(() => Boolean, { nullable: true, description: 'False keeps it out of the knowledge base. Default true.' })
  aiIndexed?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Id of a collection of this site.' })
  collectionId?: string | null;

  @Field(() => Int, { nullable: true, description: 'Position within its collection. Default 0.' })
  sortOrder?: number | null;
}

@InputType({ description: 'A new content item.' })
export class CreateContentInput extends UpdateContentInput {
  @Field(() => String, { description: "The caller's own id, unique in the site, at most 300 characters." })
  declare externalId: string;

  @Field(() => String, { description: 'Slug of its content type.' })
  type!: string;

  @Field(() => String, { description: 'Title, at most 300 characters.' })
  declare title: string;
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
  search?: string | null;
}

@InputType({ description: 'The order of a list of content items; ties are broken by id, missing values come last.' })
export class ContentOrder {
  @Field(() => ContentSortEnum, { nullable: true, description: 'Default publishedAt.' })
  sort?: ContentSort | null;

  @Field(() => SortDirectionEnum, { nullable: true, description: 'Default desc.' })
  direction?: SortDirection | null;
}
