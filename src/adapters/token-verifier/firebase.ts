import type { Agent } from 'node:http';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';
import { LRUCache } from 'lru-cache';
import type { SiteIdentityProvider, TokenVerifier } from '../../ports/token-verifier.ts';
import { toVerificationError } from './firebase-errors.ts';
import { type FirebaseLibrary, loadFirebase } from './firebase-library.ts';
import { FirebaseSite } from './firebase-site.ts';
import { invalidToken, isTokenText, verifiedUser } from './tokens.ts';

export interface FirebaseOptions {
  /**
   * Accepts the unsigned tokens of the emulator, never in production. The library finds the emulator through
   * FIREBASE_AUTH_EMULATOR_HOST; unless both are set, no unsigned token is valid.
   */
  emulator?: boolean;
  /** Agent for calls to Google. Default: direct, or by the proxy configured for Node. */
  httpAgent?: Agent;
  /** Timeout of a verification, without loading the library; default 5 s. */
  deadlineMs?: number;
  /** Number of sites whose certificates are cached; default 1,000. */
  maxSites?: number;
}

/** Firebase ID tokens; each site has its own project. See decision 3. */
export function createFirebaseTokenVerifier(options: FirebaseOptions = {}): TokenVerifier {
  const { emulator = false, httpAgent, deadlineMs = 5_000, maxSites = 1_000 } = options;
  const sites = new LRUCache<string, FirebaseSite>({ max: maxSites, dispose: (site) => site.retire() });

  function findSite(provider: SiteIdentityProvider & { projectId: string }, library: FirebaseLibrary): FirebaseSite {
    const existing = sites.get(provider.siteId);
    if (existing?.matchesProvider(provider)) return existing;
    try {
      const site = new FirebaseSite(provider, { library, httpAgent, deadlineMs });
      sites.set(provider.siteId, site);
      return site;
    } catch (error) {
      throw toVerificationError(error);
    }
  }

  return {
    async verify(provider, token) {
      const { projectId } = provider;
      if (projectId === null || !isWellFormed(token, emulator)) throw invalidToken();
      const library = await loadFirebase();
      // Without an await in between: a site that is replaced between lookup and use would be deleted during the call.
      const payload = await findSite({ ...provider, projectId }, library).verify(token);
      return verifiedUser(payload.uid, payload);
    },
    async close() {
      sites.clear();
    },
  };
}

/**
 * Rejects text that cannot be a Firebase token before anything is loaded or fetched. The library fails on some of these
 * (a payload that is not an object, claims that cannot be written as text) in a way that looks like an outage.
 */
function isWellFormed(token: string, emulator: boolean): boolean {
  if (!isTokenText(token)) return false;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    const { iss, aud, sub } = decodeJwt(token);
    if ([iss, aud, sub].some((claim) => typeof claim !== 'string')) return false;
    return emulator ? alg === 'none' : alg === 'RS256' && typeof kid === 'string' && kid !== '';
  } catch {
    return false;
  }
}
