import { Ctx, FieldResolver, Mutation, Resolver } from 'type-graphql';
import { IdArg, InputArg } from '../../../api/args.ts';
import type { RequestContext } from '../../../api/request-context.ts';
import { Cost } from '../../../api/cost.ts';
import { ExpectedRevisionArg } from '../../../api/resource.types.ts';
import { Scope } from '../../../api/scope.ts';
import type { SiteModelService } from './site-model.service.ts';
import { ModelCheck, UpdateSiteModelInput, UpdateSiteRerankerInput } from './site-model.types.ts';
import type { SiteService } from '../site.service.ts';
import { Site } from '../site.types.ts';

type Check = (site: Site, signal: AbortSignal | undefined) => Promise<ModelCheck[]>;

/** The language model and the reranker of a site's own. */
@Resolver(() => Site)
export class SiteModelResolver {
  private readonly models: SiteModelService;
  private readonly sites: SiteService;
  private readonly checks: Record<'model' | 'reranker', Check>;

  constructor(models: SiteModelService, sites: SiteService, checks: Record<'model' | 'reranker', Check>) {
    this.models = models;
    this.sites = sites;
    this.checks = checks;
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the installation lets sites have language models and rerankers of their own (`SITE_MODELS`). Otherwise `model` and `reranker` have no effect.',
  })
  allowsOwnModel(): boolean {
    return this.models.isAllowed;
  }

  @Scope('admin', 'owner', 'siteId')
  @Mutation(() => Site, {
    description:
      "Sets or changes the site's own language model; all instances use it within 5 seconds. If it fails, chats fail: the installation's model does not answer in its place. FORBIDDEN if the installation does not let sites have own models. Requires the admin key or the role owner.",
  })
  async updateSiteModel(
    @IdArg('site', 'siteId') siteId: string,
    @InputArg(UpdateSiteModelInput, 'Fields to change.', { collects: true }) input: UpdateSiteModelInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Site> {
    return this.models.update(siteId, input, expectedRevision);
  }

  @Scope('admin', 'owner', 'siteId')
  @Mutation(() => Site, {
    description:
      "Removes the site's own language model with its API key: the site then uses the installation's. Requires the admin key or the role owner.",
  })
  async deleteSiteModel(
    @IdArg('site', 'siteId') siteId: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Site> {
    return this.models.delete(siteId, 'model', expectedRevision);
  }

  @Scope('admin', 'owner', 'siteId')
  @Cost(20_000)
  @Mutation(() => [ModelCheck], {
    description:
      "Asks the site's own language models, as they are stored, a short question each, and tells whether they answer. Up to 10 times a minute and site. NOT_FOUND if the site has none. Requires the admin key or the role owner.",
  })
  async checkSiteModel(
    @Ctx() { signal }: RequestContext,
    @IdArg('site', 'siteId') siteId: string,
  ): Promise<ModelCheck[]> {
    return this.checks.model(await this.sites.get(siteId), signal);
  }

  @Scope('admin', 'owner', 'siteId')
  @Mutation(() => Site, {
    description:
      "Sets or changes the site's own reranker; all instances use it within 5 seconds. If it fails, searches go on without a reranker and say so in `unavailable`: the installation's does not sort in its place. FORBIDDEN if the installation does not let sites have own models. Requires the admin key or the role owner.",
  })
  async updateSiteReranker(
    @IdArg('site', 'siteId') siteId: string,
    @InputArg(UpdateSiteRerankerInput, 'Fields to change.', { collects: true }) input: UpdateSiteRerankerInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Site> {
    return this.models.updateReranker(siteId, input, expectedRevision);
  }

  @Scope('admin', 'owner', 'siteId')
  @Mutation(() => Site, {
    description:
      "Removes the site's own reranker with its API key: the site then uses the installation's, if there is one. Requires the admin key or the role owner.",
  })
  async deleteSiteReranker(
    @IdArg('site', 'siteId') siteId: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Site> {
    return this.models.delete(siteId, 'reranker', expectedRevision);
  }

  @Scope('admin', 'owner', 'siteId')
  @Cost(20_000)
  @Mutation(() => [ModelCheck], {
    description:
      "Has the site's own reranker, as it is stored, sort a short passage, and tells whether it answers. Up to 10 times a minute and site, together with `checkSiteModel`. NOT_FOUND if the site has none. Requires the admin key or the role owner.",
  })
  async checkSiteReranker(
    @Ctx() { signal }: RequestContext,
    @IdArg('site', 'siteId') siteId: string,
  ): Promise<ModelCheck[]> {
    return this.checks.reranker(await this.sites.get(siteId), signal);
  }
}
