import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { IdArg, InputArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import { ExpectedRevisionArg } from '../../api/resource.types.ts';
import { CALLER_SITE, Scope } from '../../api/scope.ts';
import { CreateApiKeyInput, CreateSiteInput, RotateApiKeyInput, UpdateSiteInput } from './site.inputs.ts';
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

  @Scope('admin', 'owner', 'id')
  @Query(() => Site, { description: 'A site. Requires the admin key or the role owner. NOT_FOUND for an unknown id.' })
  async site(@IdArg('site') id: string) {
    return this.sites.get(id);
  }

  @Cost({ points: 100, size: 10 })
  @FieldResolver(() => [ApiKey], { description: 'API keys of the site, oldest first, including revoked ones.' })
  async apiKeys(@Root() site: Site): Promise<ApiKey[]> {
    return this.sites.listKeys(site.id);
  }

  @Scope('admin')
  @Mutation(() => Site, { description: 'Creates a site with the built-in content types. Requires the admin key.' })
  async createSite(@InputArg(CreateSiteInput, 'The new site.') input: CreateSiteInput): Promise<Site> {
    return this.sites.create(input);
  }

  @Scope('admin', 'owner', 'id')
  @Mutation(() => Site, {
    description:
      'Updates a site. Omitted fields keep their value. Requires the admin key or the role owner; a change of `plan` requires the admin key.',
  })
  async updateSite(
    @Ctx() context: RequestContext,
    @IdArg('site') id: string,
    @InputArg(UpdateSiteInput, 'Fields to change.', { collects: true }) input: UpdateSiteInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Site> {
    if (input.plan !== undefined && input.plan !== context.ownSite?.plan) context.requireScope('admin');
    return this.sites.update(id, input, expectedRevision);
  }

  @Scope('admin')
  @Mutation(() => DeletionResult, {
    description:
      'Deletes a site with all its data, permanently. It is closed at once: its keys, members, files and upload URLs stop working, and open requests and jobs end, on all instances within 5 seconds. What a large site has stored is removed afterwards. Requires the admin key.',
  })
  async deleteSite(
    @IdArg('site') id: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<DeletionResult> {
    await this.sites.delete(id, expectedRevision);
    return toDeletionResult(id);
  }

  @Scope('admin', 'owner', 'siteId')
  @Mutation(() => CreatedApiKey, {
    description:
      'Creates an API key. Only this result contains the secret. A site has at most 100 keys that are not revoked. Requires the admin key or the role owner.',
  })
  async createApiKey(
    @IdArg('site', 'siteId') siteId: string,
    @InputArg(CreateApiKeyInput, 'The new key.', { collects: true }) input: CreateApiKeyInput,
  ): Promise<CreatedApiKey> {
    return this.sites.createKey(siteId, input);
  }

  @Scope('admin', 'owner', CALLER_SITE)
  @Mutation(() => CreatedApiKey, {
    description:
      'Gives an API key a new secret, which only this result contains; the previous one also works for `graceSeconds`. CONFLICT if the key is revoked or has expired, or if the secret before the previous one still works and `graceSeconds` is not 0. Requires the admin key or the role owner.',
  })
  async rotateApiKey(
    @Ctx() context: RequestContext,
    @IdArg('key') id: string,
    @Arg('input', () => RotateApiKeyInput, { nullable: true, description: 'Grace time and expiry.' })
    input: RotateApiKeyInput | null,
  ): Promise<CreatedApiKey> {
    return this.sites.rotateKey(id, input ?? {}, context.ownSite?.id);
  }

  @Scope('admin', 'owner', CALLER_SITE)
  @Mutation(() => ApiKey, {
    description:
      'Revokes an API key. All instances reject it, and end its open requests, within 5 seconds. Requires the admin key or the role owner.',
  })
  async revokeApiKey(@Ctx() context: RequestContext, @IdArg('key') id: string): Promise<ApiKey> {
    return this.sites.revokeKey(id, context.ownSite?.id);
  }
}
