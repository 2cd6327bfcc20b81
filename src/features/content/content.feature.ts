import type { Database } from '../../database/database.ts';
import { defineFeature } from '../feature.ts';
import type { JobHandler } from '../job/job-runner.ts';
import { jobScope } from '../job/job.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { ContentKnowledge } from './content-knowledge.ts';
import { ContentItemEntity } from './content.entity.ts';
import { ContentBatchResolver } from './content.batch.resolver.ts';
import { ContentResolver } from './content.resolver.ts';
import { clearFieldIndex, fillFieldIndexes } from './field-values.ts';
import { ContentService } from './content.service.ts';

export const contentFeature = defineFeature({
  entities: [ContentItemEntity],
  resolvers: [ContentResolver, ContentBatchResolver],
  create: ({ database, sources }: { database: Database; sources: SourceService }) => {
    const knowledge = new ContentKnowledge(sources);
    const contents = new ContentService(sources);
    return {
      services: { contents },
      resolvers: [new ContentResolver(contents), new ContentBatchResolver(contents)],
      sources: { content: knowledge },
      work: {
        main: {
          handlers: {
            'sync-content-type': syncContentType(database, knowledge),
            'index-fields': { run: (job, signal) => fillFieldIndexes(jobScope(database, job), job.key, signal) },
            'clear-field-index': { run: (job, signal) => clearFieldIndex(jobScope(database, job), job.key, signal) },
          },
        },
      },
    };
  },
});

function syncContentType(database: Database, knowledge: ContentKnowledge): JobHandler {
  return {
    run: (job, signal) => knowledge.syncType(jobScope(database, job), job, signal),
  };
}
