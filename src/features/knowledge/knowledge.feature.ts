import type { Database } from '../../database/database.ts';
import { defineFeature } from '../feature.ts';
import type { JobHandlers } from '../job/job-handler.ts';
import { ChangeEmbedder, removeVectors } from './embedding/change-embedder.ts';
import { documentText } from './indexing/document-text.ts';
import { KnowledgeDocumentService } from './document.service.ts';
import { EmbeddingResolver } from './embedding/embedding.resolver.ts';
import { IndexSource } from './indexing/index-source.ts';
import { IndexRefills } from './index-refills.service.ts';
import { ChunkEntity, KnowledgeDocumentEntity, KnowledgeSourceEntity } from './knowledge.entity.ts';
import { KnowledgeResolver } from './knowledge.resolver.ts';
import { OUTAGE_CODES, ReconcileIndex } from './reconcile-index.ts';
import type { SourceReaders } from './source-text.ts';
import { SourceService } from './source.service.ts';
import { VectorSpaces, type VectorSpacesDependencies } from './vector-spaces.service.ts';

export const knowledgeFeature = defineFeature({
  entities: [KnowledgeDocumentEntity, KnowledgeSourceEntity, ChunkEntity],
  resolvers: [KnowledgeResolver, EmbeddingResolver],
  create: (dependencies: VectorSpacesDependencies) => {
    const { database, jobs } = dependencies;
    const sources = new SourceService(jobs);
    const documents = new KnowledgeDocumentService(sources);
    const vectors = new VectorSpaces(dependencies);
    const indexing = { ...dependencies, vectors };
    const reconciling = new ReconcileIndex(indexing);
    return {
      services: { sources, documents, reconciling, vectors, refills: new IndexRefills(database, vectors) },
      resolvers: [new KnowledgeResolver(documents, vectors), new EmbeddingResolver(vectors)],
      sources: { document: documentText },
      work: {
        index: {
          handlers: {
            'reconcile-index': reconciling,
            'change-embedder': new ChangeEmbedder(indexing),
            'remove-vectors': removeVectors(indexing),
          },
          maintenance: async () => {
            await reconciling.requeueFailed(OUTAGE_CODES);
            await reconciling.enqueueDue();
          },
        },
      },
    };
  },
});

interface IndexJobsOptions {
  database: Database;
  vectors: VectorSpaces;
  /** The readers of the texts of each kind of source. */
  readers: SourceReaders;
  /** Deletes the stored files of a site. */
  files: { removeSite(siteId: string): Promise<void> };
}

/** Jobs that need something of the features whose sources and sites they index and remove. */
export function indexJobs({ database, vectors, readers, files }: IndexJobsOptions): JobHandlers {
  return {
    'index-source': new IndexSource(database, vectors, readers),
    // What of a deleted site is kept outside PostgreSQL.
    'remove-site': {
      requirements: ['vector index', 'file storage'],
      async run({ key }) {
        for (const space of vectors.all) await space.index.deleteSite(key);
        await files.removeSite(key);
      },
    },
  };
}
