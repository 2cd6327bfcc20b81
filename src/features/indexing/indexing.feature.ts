import { defineFeature } from '../feature.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { IndexingResolver } from './indexing.resolver.ts';
import type { Extraction } from './indexing.service.ts';

interface IndexingNeeds {
  sources: SourceService;
  fileJobs: Extraction;
  videoJobs: Extraction;
}

export const indexingFeature = defineFeature({
  resolvers: [IndexingResolver],
  create: ({ sources, fileJobs, videoJobs }: IndexingNeeds) => ({
    services: {},
    resolvers: [new IndexingResolver(sources, { file: fileJobs, video: videoJobs })],
  }),
});
