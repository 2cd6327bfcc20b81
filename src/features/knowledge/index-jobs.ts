import type { Database } from '../../database/database.ts';
import type { JobHandlers } from '../job/job-handler.ts';
import { IndexSource } from './index-source.ts';
import type { SourceReaders } from './source-text.ts';
import type { VectorSpaces } from './vector-spaces.service.ts';

interface IndexJobsOptions {
  database: Database;
  vectors: VectorSpaces;
  /** How the text of each kind of source is read. */
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
      needs: ['vector index', 'file storage'],
      async run({ key }) {
        for (const space of vectors.all) await space.index.deleteSite(key);
        await files.removeSite(key);
      },
    },
  };
}
