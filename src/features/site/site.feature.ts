import type { Database } from '../../database/database.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { TokenVerifier } from '../../ports/token-verifier.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { ContentTypeService } from '../content-type/content-type.service.ts';
import { defineFeature } from '../feature.ts';
import type { JobService } from '../job/job.service.ts';
import { IdentityCheckService } from './identity-check.ts';
import { KeyDirectory } from './key-directory.ts';
import { ApiKeyEntity, type Plan, SiteEntity } from './site.entity.ts';
import { SiteCheckResolver } from './site-check.resolver.ts';
import { readSiteLimits } from './site-limits.ts';
import { readSiteUsage } from './site-usage.ts';
import { SiteResolver } from './site.resolver.ts';
import { SiteService } from './site.service.ts';

interface SiteNeeds {
  database: Database;
  secrets: SecretBox;
  jobs: JobService;
  contentTypes: ContentTypeService;
  tokens: TokenVerifier;
  limiter: RateLimiter;
  /** By plan. */
  requestsPerMinute: Readonly<Record<Plan, number>>;
}

export const siteFeature = defineFeature({
  entities: [SiteEntity, ApiKeyEntity],
  resolvers: [SiteResolver, SiteCheckResolver],
  create: ({ database, secrets, jobs, contentTypes, tokens, limiter, requestsPerMinute }: SiteNeeds) => {
    const keys = new KeyDirectory(database);
    const sites = new SiteService(database, keys, jobs, secrets, contentTypes);
    const identity = new IdentityCheckService(database, tokens, secrets);
    const checks = new SiteCheckResolver(
      identity,
      (site) => readSiteUsage({ database, limiter, requestsPerMinute }, site),
      ({ id }) => readSiteLimits(database, id),
    );
    return { services: { keys, sites }, resolvers: [new SiteResolver(sites), checks] };
  },
});
