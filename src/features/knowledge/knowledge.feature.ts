import type { Database } from '../../database/database.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { Logger } from '../../shared/logger.ts';
import { defineFeature } from '../feature.ts';
import type { JobService } from '../job/job.service.ts';
import { KnowledgeChunkResolver } from './chunk.resolver.ts';
import { documentText } from './document-text.ts';
import { KnowledgeDocumentResolver } from './document.resolver.ts';
import { KnowledgeDocumentService } from './document.service.ts';
import { IndexRefills } from './index-refills.service.ts';
import { ChunkEntity, KnowledgeDocumentEntity, KnowledgeSourceEntity } from './knowledge.entity.ts';
import { OUTAGE_CODES, ReconcileIndex } from './reconcile-index.ts';
import { SourceService } from './source.service.ts';

interface KnowledgeNeeds {
  database: Database;
  index: VectorIndex;
  embedder: Embedder;
  jobs: JobService;
  log: Logger;
}

export const knowledgeFeature = defineFeature({
  entities: [KnowledgeDocumentEntity, KnowledgeSourceEntity, ChunkEntity],
  resolvers: [KnowledgeDocumentResolver, KnowledgeChunkResolver],
  create: ({ database, index, embedder, jobs, log }: KnowledgeNeeds) => {
    const sources = new SourceService(jobs);
    const documents = new KnowledgeDocumentService(sources);
    const reconciling = new ReconcileIndex({ database, index, embedder, jobs, log });
    return {
      services: { sources, documents, reconciling, refills: new IndexRefills(database, index) },
      resolvers: [new KnowledgeDocumentResolver(documents), new KnowledgeChunkResolver(embedder.model)],
      sources: { document: documentText },
      work: {
        index: {
          handlers: { 'reconcile-index': reconciling },
          maintenance: async () => {
            await reconciling.requeueFailed(OUTAGE_CODES);
            await reconciling.enqueueDue();
          },
        },
      },
    };
  },
});
