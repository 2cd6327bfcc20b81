import { defineFeature } from '../feature.ts';
import { type IdentityDependencies, checkIdentity } from './check/identity-check.ts';
import { KeyDirectory } from './key-directory.ts';
import { createLanguageModels, createRerankers } from './own-models.service.ts';
import { checkModels, checkReranker } from './model/site-model.check.ts';
import { SiteModelResolver } from './model/site-model.resolver.ts';
import { SiteModelService } from './model/site-model.service.ts';
import { ApiKeyEntity, SiteEntity } from './site.entity.ts';
import { SiteCheckResolver } from './check/site-check.resolver.ts';
import { readSiteLimits } from './check/site-limits.ts';
import { type UsageDependencies, readSiteUsage } from './check/site-usage.ts';
import { RemoveSiteRows } from './remove-site-rows.ts';
import { SiteResolver } from './site.resolver.ts';
import { SiteService, type SiteServiceDependencies } from './site.service.ts';

type SiteDependencies = Omit<SiteServiceDependencies, 'keys' | 'removal'> &
  ConstructorParameters<typeof RemoveSiteRows>[0] &
  IdentityDependencies &
  UsageDependencies &
  Parameters<typeof createLanguageModels>[0] &
  Parameters<typeof createRerankers>[0];

export const siteFeature = defineFeature({
  entities: [SiteEntity, ApiKeyEntity],
  resolvers: [SiteResolver, SiteCheckResolver, SiteModelResolver],
  create: (dependencies: SiteDependencies) => {
    const { database, limiter } = dependencies;
    const keys = new KeyDirectory(database);
    const removal = new RemoveSiteRows(dependencies);
    const sites = new SiteService({ ...dependencies, keys, removal });
    const checks = new SiteCheckResolver({
      readUsage: (site) => readSiteUsage(dependencies, site),
      readLimits: ({ id }) => readSiteLimits(database, id),
      checkIdentity: (siteId, token) => checkIdentity(dependencies, siteId, token),
    });
    const languageModels = createLanguageModels(dependencies);
    const rerankers = createRerankers(dependencies);
    const ownModels = new SiteModelResolver(
      new SiteModelService({ ...dependencies, keys, sites, isAllowed: dependencies.openModel !== null }),
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
