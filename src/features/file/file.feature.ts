import type { Database } from '../../database/database.ts';
import type { Extractor } from '../../ports/extractor.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import type { AssetService } from '../asset/asset.service.ts';
import { defineFeature } from '../feature.ts';
import { FileJobResolver } from './file-job.resolver.ts';
import type { FileJobs } from './file-job.service.ts';
import { FileEntity, FileJobEntity, FileTextEntity } from './file.entity.ts';
import { readFileText } from './file.rows.ts';
import { ProcessFile } from './process-file.ts';

interface FileDependencies {
  database: Database;
  extractor: Extractor;
  storage: FileStorage;
  fileJobs: FileJobs;
  assets: { assets: AssetService };
}

export const fileFeature = defineFeature({
  entities: [FileEntity, FileTextEntity, FileJobEntity],
  resolvers: [FileJobResolver],
  create: ({ database, extractor, storage, fileJobs, assets }: FileDependencies) => {
    const processing = new ProcessFile({ database, extractor, jobs: fileJobs, storage });
    return {
      services: {},
      resolvers: [new FileJobResolver(assets.assets, fileJobs)],
      sources: { file: { read: readFileText } },
      work: { files: { handlers: { 'process-file': processing } } },
    };
  },
});
