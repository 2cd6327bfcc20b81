import type { Database } from '../../database/database.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { JobHandlers } from '../job/job-runner.ts';
import { IndexSource } from './index-source.ts';
import type { SourceReaders } from './source-text.ts';

interface IndexJobsOptions {
  database: Database;
  index: VectorIndex;
  embedder: Embedder;
  /** How the text of each kind of source is read. */
  readers: SourceReaders;
  /** Deletes the stored files of a site. */
  files: { removeSite(siteId: string): Promise<void> };
}

/** Jobs that need something of the features whose sources and sites they index and remove. */
export function indexJobs({ database, index, embedder, readers, files }: IndexJobsOptions): JobHandlers {
  return {
    'index-source': new IndexSource(database, index, embedder, readers),
    // What of a deleted site is kept outside PostgreSQL.
    'remove-site': {
      needs: ['vector index', 'file storage'],
      async run({ key }) {
        await index.deleteSite(key);
        await files.removeSite(key);
      },
    },
  };
}
