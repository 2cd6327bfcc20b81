import { defineFeature } from '../feature.ts';
import { type IdentityNeeds, checkIdentity } from './identity-check.ts';
import { KeyDirectory } from './key-directory.ts';
import { languageModelsOf, rerankersOf } from './own-models.service.ts';
import { checkModels, checkReranker } from './site-model.check.ts';
import { SiteModelResolver } from './site-model.resolver.ts';
import { SiteModelService } from './site-model.service.ts';
import { ApiKeyEntity, SiteEntity } from './site.entity.ts';
import { SiteCheckResolver } from './site-check.resolver.ts';
import { readSiteLimits } from './site-limits.ts';
import { type UsageNeeds, readSiteUsage } from './site-usage.ts';
import { RemoveSiteRows } from './remove-site-rows.ts';
import { SiteResolver } from './site.resolver.ts';
import { SiteService, type SiteServiceNeeds } from './site.service.ts';

type SiteNeeds = Omit<SiteServiceNeeds, 'keys' | 'removal'> &
  ConstructorParameters<typeof RemoveSiteRows>[0] &
  IdentityNeeds &
  UsageNeeds &
  Parameters<typeof languageModelsOf>[0] &
  Parameters<typeof rerankersOf>[0];

export const siteFeature = defineFeature({
  entities: [SiteEntity, ApiKeyEntity],
  resolvers: [SiteResolver, SiteCheckResolver, SiteModelResolver],
  create: (needs: SiteNeeds) => {
    const { database, limiter } = needs;
    const keys = new KeyDirectory(database);
    const removal = new RemoveSiteRows(needs);
    const sites = new SiteService({ ...needs, keys, removal });
    const checks = new SiteCheckResolver({
      readUsage: (site) => readSiteUsage(needs, site),
      readLimits: ({ id }) => readSiteLimits(database, id),
      checkIdentity: (siteId, token) => checkIdentity(needs, siteId, token),
    });
    const languageModels = languageModelsOf(needs);
    const rerankers = rerankersOf(needs);
    const ownModels = new SiteModelResolver(
      new SiteModelService({ ...needs, keys, sites, isAllowed: needs.openModel !== null }),
      sites,
      {
        model: (site, signal) => checkModels(site, { models: languageModels, limiter }, signal),
        reranker: (site, signal) => checkReranker(site, { rerankers, limiter }, signal),
      },
    );
    return {
      services: { keys, sites, languageModels, rerankers },
      resolvers: [new SiteResolver(sites), checks, ownModels],
      work: { main: { handlers: { 'remove-site-rows': removal }, maintenance: () => removal.enqueueAll() } },
    };
  },
});
