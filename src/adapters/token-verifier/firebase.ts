import type { Agent } from 'node:http';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';
import { LRUCache } from 'lru-cache';
import type { SiteIdentityProvider, TokenVerifier, VerifiedUser } from '../../ports/token-verifier.ts';
import { meaningOf } from './firebase-errors.ts';
import { type FirebaseLibrary, loadFirebase } from './firebase-library.ts';
import { FirebaseSite } from './firebase-site.ts';
import { tokenRefused, verifiedUser } from './outcome.ts';
import { isTokenText } from './token-text.ts';

export interface FirebaseOptions {
  /**
   * Accept the unsigned tokens of the emulator, never for production. The library finds the emulator through
   * FIREBASE_AUTH_EMULATOR_HOST; unless that and this are both set, no unsigned token verifies.
   */
  emulator?: boolean;
  /** How Google is reached; unset: directly, or by the proxy that Node is set to use. */
  httpAgent?: Agent;
  /** Longest a verification may take, loading the library aside; default 5 s. */
  deadlineMs?: number;
  /** Sites whose certificates are kept; default 1,000. */
  mostSites?: number;
}

/** Firebase ID tokens, each site with its own project. */
export function createFirebaseTokenVerifier(options: FirebaseOptions = {}): TokenVerifier {
  return new FirebaseTokenVerifier(options);
}

class FirebaseTokenVerifier implements TokenVerifier {
  private readonly options: FirebaseOptions;
  private readonly sites: LRUCache<string, FirebaseSite>;

  constructor(options: FirebaseOptions) {
    this.options = options;
    this.sites = new LRUCache({ max: options.mostSites ?? 1_000, dispose: (site) => site.retire() });
  }

  async verify(provider: SiteIdentityProvider, token: string): Promise<VerifiedUser> {
    const { projectId } = provider;
    if (projectId === null || !isWellFormed(token, this.options.emulator === true)) throw tokenRefused();
    const library = await loadFirebase();
    // In one go: a site that is replaced between finding and using it would be deleted under the call.
    const payload = await this.site({ ...provider, projectId }, library).verify(token);
    return verifiedUser(payload.uid, payload);
  }

  async close(): Promise<void> {
    this.sites.clear();
  }

  private site(provider: SiteIdentityProvider & { projectId: string }, library: FirebaseLibrary): FirebaseSite {
    const known = this.sites.get(provider.siteId);
    if (known?.isFor(provider)) return known;
    const { httpAgent, deadlineMs = 5_000 } = this.options;
    try {
      const site = new FirebaseSite(provider, { library, httpAgent, deadlineMs });
      this.sites.set(provider.siteId, site);
      return site;
    } catch (error) {
      throw meaningOf(error);
    }
  }
}

/**
 * Sorts out what can't be a token of Firebase before anything is loaded or fetched for it. The library trips over some
 * of these (a payload that is no object), which would look like an outage.
 */
function isWellFormed(token: string, emulator: boolean): boolean {
  if (!isTokenText(token)) return false;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    decodeJwt(token);
    return emulator ? alg === 'none' : alg === 'RS256' && typeof kid === 'string' && kid !== '';
  } catch {
    return false;
  }
}
