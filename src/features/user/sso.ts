import type { Database } from '../../database/database.ts';
import { NAME_LENGTH } from '../../shared/checks.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { shortLine } from '../../text/one-line.ts';
import { acceptAll } from './member/accept-invitation.ts';
import type { Identity, OpenIdProvider, SsoChecks } from './openid-provider.ts';

/** The reason why a user is not signed in. */
type SsoReason = 'failed' | 'unverified' | 'unknown';

interface SsoDependencies {
  database: Database;
  log: Logger;
  provider: OpenIdProvider;
}

/** Signs users in with the OpenID provider of the installation. Only who is a user or has an open invitation gets in. */
export class Sso {
  private readonly dependencies: SsoDependencies;

  constructor(dependencies: SsoDependencies) {
    this.dependencies = dependencies;
  }

  get name(): string {
    return this.dependencies.provider.name;
  }

  /**
   * Starts a sign-in. Returns null if the provider cannot be reached.
   * @param asksAgain for who has come back with an account that does not get in
   */
  async start(asksAgain: boolean): Promise<{ url: string; checks: SsoChecks } | null> {
    return this.dependencies.provider.start(asksAgain).catch((error: unknown) => this.logFailed(error));
  }

  /** The id of the user who comes back from the provider, or why there is none. */
  async signIn(query: string, checks: SsoChecks): Promise<{ userId: string } | SsoReason> {
    const identity = await this.dependencies.provider
      .finish(query, checks)
      .catch((error: unknown) => this.logFailed(error));
    return identity ? this.findUser(identity) : 'failed';
  }

  private async findUser({ email, isVerified, name }: Identity): Promise<{ userId: string } | SsoReason> {
    if (email === null || !isVerified) return 'unverified';
    const { database } = this.dependencies;
    const find = () => database.system.row<{ id: string }>('select id from app_user where email = $1', [email]);
    const user = await find();
    const shownName = shortLine(name ?? '', NAME_LENGTH) || email;
    // A second time for who has accepted meanwhile, in another tab or by the link.
    const userId = user?.id ?? (await acceptAll(database, email, shownName)) ?? (await find())?.id;
    return userId === undefined ? 'unknown' : { userId };
  }

  private logFailed(error: unknown): null {
    this.dependencies.log.warn({ err: error }, 'signing in with the OpenID provider failed');
    return null;
  }
}
