import type { Database } from '../../database/database.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { ContentTypeService } from '../content-type/content-type.service.ts';
import { defineFeature } from '../feature.ts';
import type { JobService } from '../job/job.service.ts';
import { KeyDirectory } from './key-directory.ts';
import { ApiKeyEntity, SiteEntity } from './site.entity.ts';
import { SiteResolver } from './site.resolver.ts';
import { SiteService } from './site.service.ts';

interface SiteNeeds {
  database: Database;
  secrets: SecretBox;
  jobs: JobService;
  contentTypes: ContentTypeService;
}

export const siteFeature = defineFeature({
  entities: [SiteEntity, ApiKeyEntity],
  resolvers: [SiteResolver],
  create: ({ database, secrets, jobs, contentTypes }: SiteNeeds) => {
    const keys = new KeyDirectory(database);
    const sites = new SiteService(database, keys, jobs, secrets, contentTypes);
    return { services: { keys, sites }, resolvers: [new SiteResolver(sites)] };
  },
});
