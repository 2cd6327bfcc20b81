import { Arg, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { IdArg } from '../../../api/args.ts';
import { Cost } from '../../../api/cost.ts';
import { Scope } from '../../../api/scope.ts';
import { IdentityCheck } from './identity-check.types.ts';
import { SiteLimit } from './site-limits.ts';
import { SiteUsage } from './site-usage.ts';
import { Site } from '../site.types.ts';

interface SiteChecks {
  readUsage(site: Site): Promise<SiteUsage>;
  readLimits(site: Site): Promise<SiteLimit[]>;
  checkIdentity(siteId: string, token: string): Promise<IdentityCheck>;
}

/** Checks of a site that its staff make. */
@Resolver(() => Site)
export class SiteCheckResolver {
  private readonly checks: SiteChecks;

  constructor(checks: SiteChecks) {
    this.checks = checks;
  }

  @Cost(1_000)
  @FieldResolver(() => SiteUsage, { description: 'Limits of the site and what it uses of them.' })
  async usage(@Root() site: Site): Promise<SiteUsage> {
    return this.checks.readUsage(site);
  }

  @Cost({ points: 500, size: 20 })
  @FieldResolver(() => [SiteLimit], {
    description:
      'What the site may have only so many of, and how many it has; what is closest to its limit comes first.',
  })
  async limits(@Root() site: Site): Promise<SiteLimit[]> {
    return this.checks.readLimits(site);
  }

  @Scope('admin', 'owner', 'siteId')
  @Cost(5_000)
  @Mutation(() => IdentityCheck, {
    description:
      'What the site makes of an identity token: whether it accepts it, or why not, and which rights it gives. The token is neither stored nor logged. A mutation, so that no URL has the token. UNAVAILABLE if the identity provider is not reachable. Requires the admin key or the role owner.',
  })
  async checkIdentityToken(
    @IdArg('site', 'siteId') siteId: string,
    @Arg('token', () => String, { description: 'The token, at most 8,192 characters.' }) token: string,
  ): Promise<IdentityCheck> {
    return this.checks.checkIdentity(siteId, token);
  }
}
