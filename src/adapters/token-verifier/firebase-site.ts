import type { Agent } from 'node:http';
import type { App } from 'firebase-admin/app';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import type { SiteIdentityProvider } from '../../ports/token-verifier.ts';
import { withTimeout } from '../../shared/timeout.ts';
import { createCredential } from './firebase-credential.ts';
import { toVerificationError } from './firebase-errors.ts';
import type { FirebaseLibrary } from './firebase-library.ts';
import { isOutage, providerUnavailable } from './tokens.ts';

export interface FirebaseConnection {
  library: FirebaseLibrary;
  /** Agent for calls to Google; undefined: Node's own agent. */
  httpAgent: Agent | undefined;
  deadlineMs: number;
}

let appsMade = 0;

/** The library's app of one site and configuration, with its cached certificates and access token. */
export class FirebaseSite {
  private readonly provider: SiteIdentityProvider & { projectId: string };
  private readonly connection: FirebaseConnection;
  private readonly app: App;
  private readonly auth: Auth;
  /** True if the certificates were probably fetched. */
  private warm = false;
  /** The call that fetches them for all; rejects if it fails. */
  private leader: Promise<void> | null = null;
  private running = 0;
  private retired = false;

  /** @throws Error if the service account cannot be parsed */
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
          : { credential: createCredential(provider.serviceAccount, library, httpAgent) }),
      },
      `site ${provider.siteId} ${appsMade}`,
    );
    this.auth = library.getAuth(this.app);
  }

  matchesProvider(provider: SiteIdentityProvider): boolean {
    const { projectId, serviceAccount } = this.provider;
    return provider.projectId === projectId && provider.serviceAccount === serviceAccount;
  }

  async verify(token: string): Promise<DecodedIdToken> {
    return this.limitTime(this.countRunning(() => this.verifyQueued(token)));
  }

  /** Deletes the app when no call uses it any more. */
  retire(): void {
    this.retired = true;
    this.deleteUnused();
  }

  /**
   * Without certificates, the library fetches them once per call. So the first call runs alone and the others wait for
   * it: they fail with it, or find the certificates.
   */
  private async verifyQueued(token: string): Promise<DecodedIdToken> {
    while (!this.warm && this.leader) await this.leader;
    const attempt = this.attempt(token);
    if (!this.warm) this.follow(attempt);
    return attempt;
  }

  private follow(attempt: Promise<DecodedIdToken>): void {
    const leader = this.limitTime(attempt)
      .then(
        () => void (this.warm = true),
        (error) => {
          // A rejected token says nothing about the certificates: the next call fetches them.
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
      const meaning = toVerificationError(error);
      if (isOutage(meaning)) this.warm = false;
      throw meaning;
    }
  }

  private limitTime<T>(work: Promise<T>): Promise<T> {
    const { deadlineMs } = this.connection;
    return withTimeout(deadlineMs, work, () => providerUnavailable(new Error(`No answer within ${deadlineMs} ms`)));
  }

  private async countRunning<T>(work: () => Promise<T>): Promise<T> {
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
