import { defineFeature } from '../feature.ts';
import { createFileIndexing } from '../file/file-indexing.service.ts';
import { createFileJobs } from '../file/file-job.service.ts';
import type { JobService } from '../job/job.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { createVideoJobs } from '../video/video-job.service.ts';
import { IndexingResolver } from './indexing.resolver.ts';

/** The indexing that uploads need of files and videos, which need uploads in turn. */
export const indexingFeature = defineFeature({
  resolvers: [IndexingResolver],
  create: ({ jobs, sources }: { jobs: JobService; sources: SourceService }) => {
    const fileJobs = createFileJobs(jobs, sources);
    const videoJobs = createVideoJobs(jobs, sources);
    return {
      services: { fileJobs, videoJobs, uploadIndexing: [createFileIndexing(fileJobs), videoJobs] },
      resolvers: [new IndexingResolver(sources, { file: fileJobs, video: videoJobs })],
    };
  },
});
