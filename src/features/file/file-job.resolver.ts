import { Arg, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { type InstanceSubscriptions, subscribedByInstance } from '../../graphql/build-schema.ts';
import type { RequestContext } from '../../graphql/context.ts';
import { PageInput } from '../../graphql/page-type.ts';
import { type FileJobFailure, fileJobChanges } from './file-job.events.ts';
import { listFileJobs } from './file-job.list.ts';
import { FileJobFilter, FileProcessingJob, FileProcessingJobPage, ProcessFileInput } from './file-job.types.ts';
import type { FileService } from './file.service.ts';

@Resolver(() => FileProcessingJob)
export class FileJobResolver {
  readonly subscriptions: InstanceSubscriptions;
  private readonly files: FileService;

  constructor(files: FileService) {
    this.files = files;
    this.subscriptions = {
      fileProcessingJobChanged: ({ id }, { viewer }) => fileJobChanges(files, viewer, String(id)),
    };
  }

  @Query(() => FileProcessingJob, {
    description: 'A job. NOT_FOUND for an unknown id, UNAUTHENTICATED or FORBIDDEN where the file is restricted.',
  })
  async fileProcessingJob(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the job.' }) id: string,
  ): Promise<FileProcessingJob> {
    return this.files.get(context.viewer, id);
  }

  @Query(() => FileProcessingJobPage, {
    description: 'The jobs of files that the caller may see, newest first; 50 a page, at most 200.',
  })
  async fileProcessingJobs(
    @Ctx() context: RequestContext,
    @Arg('filter', () => FileJobFilter, { nullable: true, description: 'Which jobs; absent: all.' })
    filter: FileJobFilter | null,
    @Arg('page', () => PageInput, { nullable: true, description: 'Which part of the list.' }) page: PageInput | null,
  ): Promise<FileProcessingJobPage> {
    return listFileJobs(context.viewer, filter ?? {}, page ?? {});
  }

  @Mutation(() => FileProcessingJob, {
    description:
      'Brings an uploaded file into the knowledge base. Once this answers it will be searchable, or its job say why not. A file that is on its way already keeps its job, one that was there before its document. NOT_FOUND for a file that is no upload of the site, BAD_REQUEST for a format whose text cannot be read.',
  })
  async processFile(
    @Ctx() context: RequestContext,
    @Arg('input', () => ProcessFileInput, { description: 'Which file, and who may find it.' }) input: ProcessFileInput,
  ): Promise<FileProcessingJob> {
    return this.files.process(context.viewer, input);
  }

  @Mutation(() => FileProcessingJob, {
    description: 'Stops a job while the file is being read or waits for it; CONFLICT after that.',
  })
  async cancelFileProcessing(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the job.' }) id: string,
  ): Promise<FileProcessingJob> {
    return this.files.cancel(context.viewer, id);
  }

  @Mutation(() => FileProcessingJob, {
    description: 'Tries the latest job of a file again, after it has failed or was cancelled; otherwise CONFLICT.',
  })
  async retryFileProcessing(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the job.' }) id: string,
  ): Promise<FileProcessingJob> {
    return this.files.retry(context.viewer, id);
  }

  @Subscription(() => FileProcessingJob, {
    description: 'The job as it stands now, then whenever that has changed, until it has ended.',
    subscribe: subscribedByInstance,
  })
  fileProcessingJobChanged(
    @Root() event: FileProcessingJob | FileJobFailure,
    @Arg('id', () => ID, { description: 'Id of the job.' }) _id: string,
  ): FileProcessingJob {
    if ('failure' in event) throw event.failure;
    return event;
  }
}
