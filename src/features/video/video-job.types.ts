import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Cost } from '../../api/cost.ts';
import { createEnum } from '../../api/enum.ts';
import { createPageType } from '../../api/page.types.ts';
import { DateTime } from '../../api/scalars.ts';
import { Visible } from '../../api/visible.ts';
import { PROCESSING_STATES, STATES_EXPLAINED, createProcessingJob } from '../processing-job/processing-job.types.ts';

const STATUSES = ['queued', 'uploading', 'processing', 'completed', 'failed'] as const;
export type VideoJobStatus = (typeof STATUSES)[number];
const STEPS = ['upload', 'segmentation', 'analysis', 'transcription', 'embedding', 'indexing'] as const;
export type VideoStep = (typeof STEPS)[number];

export const VideoJobStatusEnum = createEnum(
  'VideoJobStatus',
  STATUSES,
  'Status of a video processing job: queued, waiting to start; uploading, the video is being fetched; processing; completed, the video is searchable; failed, also for a cancelled job.',
);

export const VideoJobStateEnum = createEnum(
  'VideoJobState',
  PROCESSING_STATES,
  `State of a video processing job: ${STATES_EXPLAINED}`,
);

export const VideoStepEnum = createEnum('VideoStep', STEPS, 'Step of video processing, in the order they run.');

@Visible('part')
@ObjectType({ description: 'Why a video could not be processed.', simpleResolvers: true })
export class VideoProcessingError {
  @Field(() => String, {
    description:
      'Error code: UNREACHABLE, NOT_A_VIDEO, MANIFEST, MALFORMED, TOO_LARGE, TOO_LONG, TOO_SLOW or OUT_OF_MEMORY if the video itself is the cause; TOOLS_MISSING if the service lacks a program; FILE_GONE, CANCELLED, REMOVED or another code otherwise.',
  })
  code!: string;

  @Field(() => String, { description: 'Error message.' })
  message!: string;
}

@Visible('part')
@ObjectType({ description: 'A part of a video that is not in the knowledge base.', simpleResolvers: true })
export class SkippedVideoPart {
  @Field(() => String, { description: 'What was skipped, such as `transcription`.' })
  what!: string;

  @Field(() => String, { description: 'Why.' })
  reason!: string;
}

@Visible('part')
@ObjectType({ description: 'What processing a video has found.', simpleResolvers: true })
export class VideoResult {
  @Field(() => Int, { description: 'Number of segments the video was cut into.' })
  totalSegments!: number;

  @Field(() => [String], { description: 'Names of the techniques that are shown, each once, in order of appearance.' })
  techniques!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Language of the video as BCP 47, such as `en`; null if it is unknown.',
  })
  language!: string | null;

  @Field(() => Float, { nullable: true, description: 'Length of the video in seconds.' })
  duration!: number | null;

  @Cost({ size: 5 })
  @Field(() => [SkippedVideoPart], { description: 'What of the video is not searchable, and why.' })
  skipped!: SkippedVideoPart[];
}

@Visible('guarded')
@ObjectType({
  description:
    'A job that cuts a video into segments, analyses and transcribes them, and adds them to the knowledge base.',
  simpleResolvers: true,
})
export class VideoJob extends createProcessingJob({
  Status: VideoJobStatusEnum,
  State: VideoJobStateEnum,
  ProcessingError: VideoProcessingError,
  work: 'processing',
}) {
  @Field(() => ID, { description: 'Id of the video in the knowledge base, which search results name as their source.' })
  sourceId!: string;

  @Field(() => String, { description: 'URL of the video.' })
  videoUrl!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the uploaded file; null if the video is fetched by its URL.' })
  videoId!: string | null;

  @Field(() => String, { description: 'File name.' })
  fileName!: string;

  @Field(() => String, { description: 'Title in the knowledge base.' })
  title!: string;

  @Field(() => VideoStepEnum, {
    description:
      'The current step or, of a finished job, its last one. A retry continues after the last finished step.',
  })
  step!: VideoStep;

  @Field(() => String, { description: 'The current stage as text for users, such as `Analysing: 3 of 12 segments`.' })
  stage!: string;

  @Field(() => String, { description: 'What happens to the video, or why it failed, as a sentence for users.' })
  message!: string;

  @Field(() => Float, {
    description: 'Progress in percent, 0 to 100, with up to two decimals. It never decreases during a job.',
  })
  progress!: number;

  @Field(() => VideoResult, { nullable: true, description: 'What was found; null until the job is completed.' })
  result!: VideoResult | null;

  @Field(() => DateTime, { nullable: true, description: 'When the video became searchable; null until then.' })
  completedAt!: string | null;
}

@ObjectType({ description: 'A page of jobs, newest first.', simpleResolvers: true })
export class VideoJobPage extends createPageType(VideoJob) {}

@InputType({ description: 'Filter of a list of jobs.' })
export class VideoJobFilter {
  @Field(() => VideoJobStatusEnum, { nullable: true, description: 'Status. Omitted: any status.' })
  status?: VideoJobStatus | null;
}

@Visible('site')
@ObjectType({ description: 'The model that describes the pictures of videos.', simpleResolvers: true })
export class VideoModel {
  @Field(() => String, { description: 'Provider and name of the model; `text recognition` if none is configured.' })
  name!: string;

  @Field(() => Boolean, {
    description:
      'Whether it takes pictures. Otherwise videos have no descriptions and no techniques; what is said in them and the text in their pictures is still found.',
  })
  images!: boolean;

  @Field(() => Int, { description: 'Pictures of a segment that are looked at, at most.' })
  maxPictures!: number;
}
