import { Field, Float, ID, InputType } from 'type-graphql';
import { Bounds } from '../../api/input-bounds.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { AccessLevelEnum, RequiredSubscriptions } from '../../api/access-level.types.ts';
import type { AnalysisConfig } from './video.entity.ts';

export const MAX_URL_LENGTH = 2_048;
/** 12 hours. */
export const MAX_VIDEO_SECONDS = 43_200;
const SEGMENT_SECONDS = { default: 60, min: 10, max: 600 };

export const DEFAULT_ANALYSIS: AnalysisConfig = {
  segmentDuration: SEGMENT_SECONDS.default,
  detectTechniques: true,
  extractAudio: true,
  digestionInstructions: null,
};

@InputType({ description: 'How a video is analysed.' })
export class VideoAnalysisConfigInput {
  @Field(() => Float, {
    nullable: true,
    description: `Length of a segment in seconds, ${SEGMENT_SECONDS.min} to ${SEGMENT_SECONDS.max}. Default ${SEGMENT_SECONDS.default}. A segment ends at a pause or scene change near this length.`,
  })
  @Bounds({ minimum: SEGMENT_SECONDS.min, maximum: SEGMENT_SECONDS.max })
  segmentDuration?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether techniques that are shown are named. Default true.' })
  detectTechniques?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether what is said is transcribed. Default true.' })
  extractAudio?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: `What to watch for, at most ${DESCRIPTION_LENGTH} characters, for the model that describes the pictures. Default: videoConfig.digestionInstructions of the site's default persona, if its appType is video-training.`,
  })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  digestionInstructions?: string | null;
}

@InputType({ description: 'A video to add to the knowledge base.' })
export class AddVideoInput {
  @Field(() => String, {
    description:
      'URL of a video file, http or https. A URL of an uploaded file of the site names that file. The same URL again processes the same video again.',
  })
  @Bounds({ filled: true, maxLength: MAX_URL_LENGTH })
  videoUrl!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the uploaded file that has the video. It is read instead of the URL, and the video is deleted with it.',
  })
  @Bounds({ maxLength: LABEL_LENGTH })
  videoId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'File name. Default: that of the uploaded file, or the last part of the URL.',
  })
  @Bounds({ maxLength: NAME_LENGTH })
  fileName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Title in the knowledge base. Default: the current one, or the file name without its extension.',
  })
  @Bounds({ maxLength: NAME_LENGTH })
  title?: string | null;

  @Field(() => Float, {
    nullable: true,
    description: `Length in seconds, 0 to ${MAX_VIDEO_SECONDS}, reported until it has been measured.`,
  })
  @Bounds({ minimum: 0, maximum: MAX_VIDEO_SECONDS })
  duration?: number | null;

  @Field(() => VideoAnalysisConfigInput, {
    nullable: true,
    description: 'How the video is analysed. Ignored while the video is being processed.',
  })
  analysisConfig?: VideoAnalysisConfigInput | null;

  @Field(() => AccessLevelEnum, {
    nullable: true,
    description:
      'Who can read the video, regardless of the folder of its file. Default: the current access level, which is initially that of the folder or, without an uploaded file, public.',
  })
  accessLevel?: AccessLevel | null;

  @RequiredSubscriptions()
  requiredSubscriptions?: string[] | null;
}
