import type { Database } from '../../database/database.ts';
import type { Egress } from '../../ports/egress.ts';
import type { LanguageModel, OpenLanguageModel } from '../../ports/language-model.ts';
import type { OpenReranker, Reranker } from '../../ports/reranker.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { TokenVerifier } from '../../ports/token-verifier.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { ContentTypeService } from '../content-type/content-type.service.ts';
import { defineFeature } from '../feature.ts';
import type { JobService } from '../job/job.service.ts';
import { checkIdentity } from './identity-check.ts';
import { KeyDirectory } from './key-directory.ts';
import { languageModelsOf, rerankersOf } from './own-models.service.ts';
import { checkModels, checkReranker } from './site-model.check.ts';
import { SiteModelResolver } from './site-model.resolver.ts';
import { SiteModelService } from './site-model.service.ts';
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
  egress: Egress;
  /** Null if none is configured. */
  model: LanguageModel | null;
  /** Null if sites may not have language models of their own. */
  openModel: OpenLanguageModel | null;
  /** Null if none is configured. */
  reranker: Reranker | null;
  /** Null if sites may not have rerankers of their own. */
  openReranker: OpenReranker | null;
  /** By plan. */
  requestsPerMinute: Readonly<Record<Plan, number>>;
}

export const siteFeature = defineFeature({
  entities: [SiteEntity, ApiKeyEntity],
  resolvers: [SiteResolver, SiteCheckResolver, SiteModelResolver],
  create: ({ contentTypes, tokens, requestsPerMinute, ...needs }: SiteNeeds) => {
    const { database, secrets, jobs, limiter, egress, openModel } = needs;
    const keys = new KeyDirectory(database);
    const sites = new SiteService({ database, keys, jobs, secrets, contentTypes });
    const checks = new SiteCheckResolver({
      readUsage: (site) => readSiteUsage({ database, limiter, requestsPerMinute }, site),
      readLimits: ({ id }) => readSiteLimits(database, id),
      checkIdentity: (siteId, token) => checkIdentity({ database, tokens, secrets }, siteId, token),
    });
    const languageModels = languageModelsOf(needs);
    const rerankers = rerankersOf(needs);
    const ownModels = new SiteModelResolver(
      new SiteModelService({ database, keys, sites, secrets, egress, isAllowed: openModel !== null }),
      sites,
      {
        model: (site, signal) => checkModels(site, { models: languageModels, limiter }, signal),
        reranker: (site, signal) => checkReranker(site, { rerankers, limiter }, signal),
      },
    );
    return {
      services: { keys, sites, languageModels, rerankers },
      resolvers: [new SiteResolver(sites), checks, ownModels],
    };
  },
});
