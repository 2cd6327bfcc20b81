import { Ctx, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { FilterArg, IdArg, InputArg, PageArg } from '../../api/args.ts';
import { type InstanceSubscriptions, subscribedByInstance } from '../../api/subscriptions.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, pageCost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import type { PageInput } from '../../api/page.types.ts';
import { Scope } from '../../api/scope.ts';
import { type JobFailure, jobChanges } from '../processing-job/job-changes.ts';
import { VideoJob, VideoJobFilter, VideoJobPage, VideoModel } from './video-job.types.ts';
import { VIDEO_JOB_PAGES, type VideoJobs } from './video-job.service.ts';
import { AddVideoInput } from './video.inputs.ts';
import type { VideoService } from './video.service.ts';

@Resolver(() => VideoJob)
export class VideoResolver {
  readonly subscriptions: InstanceSubscriptions;
  private readonly videos: VideoService;
  private readonly jobs: VideoJobs;

  constructor(videos: VideoService, jobs: VideoJobs) {
    this.videos = videos;
    this.jobs = jobs;
    this.subscriptions = {
      videoJobChanged: ({ id }, { viewer }) => jobChanges(() => jobs.get(viewer, String(id))),
    };
  }

  @Scope('read')
  @Query(() => VideoJob, {
    description:
      'A video processing job. NOT_FOUND for an unknown id; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read the video.',
  })
  async videoJob(@Ctx() context: RequestContext, @IdArg('job') id: string): Promise<VideoJob> {
    return this.jobs.get(context.viewer, id);
  }

  @Scope('read')
  @Cost(pageCost(VIDEO_JOB_PAGES))
  @Query(() => VideoJobPage, {
    description: 'Jobs of videos that the viewer can read, newest first. Page size: default 20, maximum 100.',
  })
  async videoJobs(
    @Ctx() context: RequestContext,
    @FilterArg(VideoJobFilter, 'all jobs') filter: VideoJobFilter | null,
    @PageArg() page: PageInput | null,
  ): Promise<VideoJobPage> {
    return this.jobs.list(context.viewer, filter ?? {}, page ?? {});
  }

  @Scope('read')
  @Query(() => VideoModel, {
    description: 'The model that describes the pictures of videos, or what takes its place if none is configured.',
  })
  videoModel(@Ctx() context: RequestContext): VideoModel {
    // The same for all sites, but a key is required.
    void context.viewer;
    return this.videos.describeModel();
  }

  @Scope('write')
  @Mutation(() => VideoJob, {
    description:
      'Adds a video to the knowledge base. Durable: after the response the video is processed even if the service crashes, and the job reports any error. A video that is already being processed keeps its job, with the analysis it was started with; a video that was processed before is processed again. BAD_REQUEST if the URL cannot be called or `videoId` is not an uploaded video of the site, CONFLICT if `videoUrl` and `videoId` belong to different videos.',
  })
  async addVideo(
    @Ctx() context: RequestContext,
    @InputArg(AddVideoInput, 'The video, its analysis, and who can read it.') input: AddVideoInput,
  ): Promise<VideoJob> {
    return this.videos.add(context.viewer, input);
  }

  @Scope('write')
  @Mutation(() => VideoJob, {
    description: 'Cancels a job until its video is handed to indexing. CONFLICT after that.',
  })
  async cancelVideoProcessing(@Ctx() context: RequestContext, @IdArg('job') id: string): Promise<VideoJob> {
    return this.jobs.cancel(context.viewer, id);
  }

  @Scope('write')
  @Mutation(() => VideoJob, {
    description:
      'Retries the latest job of a video after it failed or was cancelled, after its last finished stage and segment. CONFLICT otherwise.',
  })
  async retryVideoProcessing(@Ctx() context: RequestContext, @IdArg('job') id: string): Promise<VideoJob> {
    return this.jobs.retry(context.viewer, id);
  }

  @Scope('write')
  @Mutation(() => DeletionResult, {
    description:
      'Deletes a video from the knowledge base, with its jobs. After the response no search finds it. An uploaded file that it was read from is kept. NOT_FOUND for an unknown id.',
  })
  async deleteVideo(
    @Ctx() context: RequestContext,
    @IdArg('video in the knowledge base: `sourceId` of its jobs') id: string,
  ): Promise<DeletionResult> {
    await this.videos.delete(context.viewer, id);
    return toDeletionResult(id);
  }

  @Scope('read')
  @Subscription(() => VideoJob, {
    description: 'The job, sent immediately and after every change until it is finished.',
    subscribe: subscribedByInstance,
  })
  videoJobChanged(@Root() event: VideoJob | JobFailure, @IdArg('job') _id: string): VideoJob {
    if ('failure' in event) throw event.failure;
    return event;
  }
}
