import { Ctx, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { FilterArg, IdArg, InputArg, PageArg } from '../../api/args.ts';
import { type InstanceSubscriptions, subscribedByInstance } from '../../api/subscriptions.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, pageCost } from '../../api/cost.ts';
import type { PageInput } from '../../api/page.types.ts';
import { Scope } from '../../api/scope.ts';
import type { AssetService } from '../asset/asset.service.ts';
import { type JobFailure, jobChanges } from '../processing-job/job-changes.ts';
import { FileJobFilter, FileProcessingJob, FileProcessingJobPage, ProcessFileInput } from './file-job.types.ts';
import { FILE_JOB_PAGES, type FileJobs } from './file-job.service.ts';
import { processFile } from './file.service.ts';

@Resolver(() => FileProcessingJob)
export class FileJobResolver {
  readonly subscriptions: InstanceSubscriptions;
  private readonly assets: AssetService;
  private readonly jobs: FileJobs;

  constructor(assets: AssetService, jobs: FileJobs) {
    this.assets = assets;
    this.jobs = jobs;
    this.subscriptions = {
      fileProcessingJobChanged: ({ id }, { viewer }) => jobChanges(() => jobs.get(viewer, String(id))),
    };
  }

  @Scope('read')
  @Query(() => FileProcessingJob, {
    description:
      'A file processing job. NOT_FOUND for an unknown id; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read the file.',
  })
  async fileProcessingJob(@Ctx() context: RequestContext, @IdArg('job') id: string): Promise<FileProcessingJob> {
    return this.jobs.get(context.viewer, id);
  }

  @Scope('read')
  @Cost(pageCost(FILE_JOB_PAGES))
  @Query(() => FileProcessingJobPage, {
    description: 'Jobs of files that the viewer can read, newest first. Page size: default 50, maximum 200.',
  })
  async fileProcessingJobs(
    @Ctx() context: RequestContext,
    @FilterArg(FileJobFilter, 'all jobs') filter: FileJobFilter | null,
    @PageArg() page: PageInput | null,
  ): Promise<FileProcessingJobPage> {
    return this.jobs.list(context.viewer, filter ?? {}, page ?? {});
  }

  @Scope('write')
  @Mutation(() => FileProcessingJob, {
    description:
      'Adds an uploaded file to the knowledge base. Durable: after the response the file is processed even if the service crashes, and the job reports any error. A file that is already being processed keeps its job; a file that was processed before keeps its document. NOT_FOUND if the file is not an upload of the site, BAD_REQUEST if its format is not supported.',
  })
  async processFile(
    @Ctx() context: RequestContext,
    @InputArg(ProcessFileInput, 'The file and who can read its text.') input: ProcessFileInput,
  ): Promise<FileProcessingJob> {
    return processFile(context.viewer, input, this.assets, this.jobs);
  }

  @Scope('write')
  @Mutation(() => FileProcessingJob, {
    description: 'Cancels a job during the stage extraction. CONFLICT after that stage.',
  })
  async cancelFileProcessing(@Ctx() context: RequestContext, @IdArg('job') id: string): Promise<FileProcessingJob> {
    return this.jobs.cancel(context.viewer, id);
  }

  @Scope('write')
  @Mutation(() => FileProcessingJob, {
    description: 'Retries the latest job of a file after it failed or was cancelled. CONFLICT otherwise.',
  })
  async retryFileProcessing(@Ctx() context: RequestContext, @IdArg('job') id: string): Promise<FileProcessingJob> {
    return this.jobs.retry(context.viewer, id);
  }

  @Scope('read')
  @Subscription(() => FileProcessingJob, {
    description: 'The job, sent immediately and after every change until it is finished.',
    subscribe: subscribedByInstance,
  })
  fileProcessingJobChanged(
    @Root() event: FileProcessingJob | JobFailure,
    @IdArg('job') _id: string,
  ): FileProcessingJob {
    if ('failure' in event) throw event.failure;
    return event;
  }
}
