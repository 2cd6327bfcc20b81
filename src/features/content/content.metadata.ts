import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Bounds } from '../../api/input-bounds.ts';
import { Visible } from '../../api/visible.ts';
import { WEB_LINK } from '../../shared/link.ts';

@Visible('part')
@ObjectType({ description: 'Metadata of a video.', simpleResolvers: true })
export class VideoMetadata {
  @Field(() => Float, { nullable: true, description: 'Duration in seconds.' })
  @Bounds({ minimum: 0 })
  duration?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL of the video stream, http or https without a user name, or relative; null for a teaser.',
  })
  @Bounds({ format: WEB_LINK })
  streamUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'URL of the preview image, with the rules of `streamUrl`.' })
  @Bounds({ format: WEB_LINK })
  thumbnailUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Resolution, such as `1920x1080`.' })
  resolution?: string | null;
}

@Visible('part')
@ObjectType({ description: 'Metadata of a document.', simpleResolvers: true })
export class DocumentMetadata {
  @Field(() => Int, { nullable: true, description: 'Number of pages.' })
  @Bounds({ minimum: 0 })
  pageCount?: number | null;

  @Field(() => Float, { nullable: true, description: 'Size in bytes.' })
  @Bounds({ minimum: 0 })
  fileSize?: number | null;

  @Field(() => String, { nullable: true, description: 'File format, such as `pdf`.' })
  format?: string | null;
}

@Visible('part')
@ObjectType({ description: 'Metadata of a course.', simpleResolvers: true })
export class CourseMetadata {
  @Field(() => Int, { nullable: true, description: 'Number of lessons.' })
  @Bounds({ minimum: 0 })
  lessons?: number | null;

  @Field(() => Float, { nullable: true, description: 'Total duration of all lessons in seconds.' })
  @Bounds({ minimum: 0 })
  totalDuration?: number | null;

  @Field(() => String, { nullable: true, description: 'Difficulty.' })
  difficulty?: string | null;

  @Field(() => [String], { nullable: true, description: 'Prerequisites.' })
  prerequisites?: string[] | null;
}
