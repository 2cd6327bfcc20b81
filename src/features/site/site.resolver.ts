import { Arg, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Cost } from '../../graphql/cost.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import { ExpectedRevisionArg } from '../../graphql/revision.ts';
import { Scope } from '../../graphql/scopes.ts';
import { CreateApiKeyInput, CreateSiteInput, UpdateSiteInput } from './site.inputs.ts';
import type { SiteService } from './site.service.ts';
import { ApiKey, CreatedApiKey, Site } from './site.types.ts';

@Resolver(() => Site)
export class SiteResolver {
  private readonly sites: SiteService;

  constructor(sites: SiteService) {
    this.sites = sites;
  }

  @Scope('admin')
  @Cost({ size: 100 })
  @Query(() => [Site], { description: 'All sites, oldest first. Requires the admin key.' })
  async allSites(): Promise<Site[]> {
    return this.sites.list();
  }

  @Scope('admin')
  @Query(() => Site, { description: 'A site. Requires the admin key. NOT_FOUND for an unknown id.' })
  async site(@Arg('id', () => ID, { description: 'Id of the site.' }) id: string) {
    return this.sites.get(id);
  }

  @Cost({ points: 100, size: 10 })
  @FieldResolver(() => [ApiKey], { description: 'API keys of the site, oldest first, including revoked ones.' })
  async apiKeys(@Root() site: Site): Promise<ApiKey[]> {
    return this.sites.listKeys(site.id);
  }

  @Scope('admin')
  @Mutation(() => Site, { description: 'Creates a site with the built-in content types. Requires the admin key.' })
  async createSite(
    @Arg('input', () => CreateSiteInput, { description: 'The new site.' }) input: CreateSiteInput,
  ): Promise<Site> {
    return this.sites.create(input);
  }

  @Scope('admin')
  @Mutation(() => Site, { description: 'Updates a site. Omitted fields keep their value. Requires the admin key.' })
  async updateSite(
    @Arg('id', () => ID, { description: 'Id of the site.' }) id: string,
    @Arg('input', () => UpdateSiteInput, { description: 'Fields to change.' }) input: UpdateSiteInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Site> {
    return this.sites.update(id, input, expectedRevision);
  }

  @Scope('admin')
  @Mutation(() => Deleted, { description: 'Deletes a site with all its data, permanently. Requires the admin key.' })
  async deleteSite(
    @Arg('id', () => ID, { description: 'Id of the site.' }) id: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Deleted> {
    await this.sites.delete(id, expectedRevision);
    return deleted(id);
  }

  @Scope('admin')
  @Mutation(() => CreatedApiKey, {
    description: 'Creates an API key. Only this result contains the secret. Requires the admin key.',
  })
  async createApiKey(
    @Arg('siteId', () => ID, { description: 'Id of the site.' }) siteId: string,
    @Arg('input', () => CreateApiKeyInput, { description: 'The new key.' }) input: CreateApiKeyInput,
  ): Promise<CreatedApiKey> {
    return this.sites.createKey(siteId, input);
  }

  @Scope('admin')
  @Mutation(() => ApiKey, {
    description: 'Revokes an API key. All instances reject it within 5 seconds. Requires the admin key.',
  })
  async revokeApiKey(@Arg('id', () => ID, { description: 'Id of the key.' }) id: string): Promise<ApiKey> {
    return this.sites.revokeKey(id);
  }
}
