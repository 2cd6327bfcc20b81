import type { Agent } from 'node:http';
import type { App } from 'firebase-admin/app';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import type { SiteIdentityProvider } from '../../ports/token-verifier.ts';
import { within } from './deadline.ts';
import { credentialOf } from './firebase-credential.ts';
import { meaningOf } from './firebase-errors.ts';
import type { FirebaseLibrary } from './firebase-library.ts';
import { isOutage, providerUnavailable } from './outcome.ts';

export interface FirebaseConnection {
  library: FirebaseLibrary;
  /** How the library reaches Google; undefined: Node's own agent. */
  httpAgent: Agent | undefined;
  deadlineMs: number;
}

let appsMade = 0;

/** The library's app of one site in one configuration, with the certificates and the access token it keeps. */
export class FirebaseSite {
  private readonly provider: SiteIdentityProvider & { projectId: string };
  private readonly connection: FirebaseConnection;
  private readonly app: App;
  private readonly auth: Auth;
  /** Whether certificates have been fetched, as far as anyone can tell. */
  private warm = false;
  /** The call that fetches them for all; fails when it can't. */
  private leader: Promise<void> | null = null;
  private running = 0;
  private retired = false;

  /** Throws when the service account can't be read. */
  constructor(provider: SiteIdentityProvider & { projectId: string }, connection: FirebaseConnection) {
    this.provider = provider;
    this.connection = connection;
    const { library, httpAgent } = connection;
    appsMade += 1;
    this.app = library.initializeApp(
      {
        projectId: provider.projectId,
        ...(httpAgent ? { httpAgent } : {}),
        ...(provider.serviceAccount === null
          ? {}
          : { credential: credentialOf(provider.serviceAccount, library, httpAgent) }),
      },
      `site ${provider.siteId} ${appsMade}`,
    );
    this.auth = library.getAuth(this.app);
  }

  isFor(provider: SiteIdentityProvider): boolean {
    const { projectId, serviceAccount } = this.provider;
    return provider.projectId === projectId && provider.serviceAccount === serviceAccount;
  }

  async verify(token: string): Promise<DecodedIdToken> {
    return this.timed(this.counted(() => this.inTurn(token)));
  }

  /** Ends the app once no call needs it any more. */
  retire(): void {
    this.retired = true;
    this.deleteUnused();
  }

  /**
   * The library fetches certificates once per call as long as it has none. So the first call goes ahead and the others
   * wait for it: they share its outage, or find the certificates there.
   */
  private async inTurn(token: string): Promise<DecodedIdToken> {
    while (!this.warm && this.leader) await this.leader;
    const attempt = this.attempt(token);
    if (!this.warm) this.follow(attempt);
    return attempt;
  }

  private follow(attempt: Promise<DecodedIdToken>): void {
    const leader = this.timed(attempt)
      .then(
        () => void (this.warm = true),
        (error) => {
          // A refused token says nothing of the certificates: the next call leads.
          if (isOutage(error)) throw error;
        },
      )
      .finally(() => (this.leader = null));
    leader.catch(() => {});
    this.leader = leader;
  }

  private async attempt(token: string): Promise<DecodedIdToken> {
    try {
      return await this.auth.verifyIdToken(token, this.provider.serviceAccount !== null);
    } catch (error) {
      const meaning = meaningOf(error);
      if (isOutage(meaning)) this.warm = false;
      throw meaning;
    }
  }

  private timed<T>(work: Promise<T>): Promise<T> {
    const { deadlineMs } = this.connection;
    return within(deadlineMs, work, () => providerUnavailable(new Error(`No answer within ${deadlineMs} ms`)));
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.deleteUnused();
    }
  }

  private deleteUnused(): void {
    if (this.retired && this.running === 0) void this.connection.library.deleteApp(this.app);
  }
}
