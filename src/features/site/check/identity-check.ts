import type { Database } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import type { TokenVerifier } from '../../../ports/token-verifier.ts';
import { Checks } from '../../../shared/checks.ts';
import { ServiceError, orNotFound } from '../../../shared/errors.ts';
import { isId } from '../../../shared/ids.ts';
import { isPlainObject } from '../../../shared/plain-object.ts';
import type { SecretBox } from '../../../shared/secret-box.ts';
import { readMembership, toUserRights } from '../../../access/claims.ts';
import { SiteEntity } from '../site.entity.ts';
import type { IdentityCheck, TokenProblem } from './identity-check.types.ts';

const MAX_TOKEN_LENGTH = 8_192;

const sites = table(SiteEntity, 's', { only: ['identityProjectId', 'identityServiceAccount', 'subscriptions'] });
const PROVIDER = sites.select(`where ${sites.c.id} = $1`);

const REJECTION = {
  isValid: false,
  uid: null,
  email: null,
  displayName: null,
  claims: null,
  membershipTier: null,
  membershipExpiry: null,
  subscriptions: [],
};

export interface IdentityDependencies {
  database: Database;
  tokens: TokenVerifier;
  secrets: SecretBox;
}

/**
 * Shows the staff of a site what it makes of a token, without using it. The token is neither stored nor logged.
 * @throws ServiceError UNAVAILABLE if the identity provider is not reachable
 */
export async function checkIdentity(
  { database, tokens, secrets }: IdentityDependencies,
  siteId: string,
  text: string,
): Promise<IdentityCheck> {
  const token = text.trim();
  const checks = new Checks();
  checks.required('token', token);
  // Not as a length of a text: the message must not repeat any of it.
  if (token.length > MAX_TOKEN_LENGTH) checks.report('token', `must have at most ${MAX_TOKEN_LENGTH} characters`);
  checks.throwIfInvalid();
  const site = orNotFound(
    isId(siteId) ? await database.forSite(siteId, 'admin').row(PROVIDER, [siteId]) : null,
    'Site',
  );
  const { identityProjectId: projectId, identityServiceAccount: sealed } = site;
  const said = decodeUnverified(token);
  try {
    const serviceAccount = sealed === null ? null : secrets.open(sealed);
    const user = await tokens.verify({ siteId, projectId, serviceAccount }, token);
    const now = new Date();
    const rights = toUserRights(user, site.subscriptions, now);
    return {
      ...readDates(said),
      isValid: true,
      problem: null,
      uid: user.uid,
      email: user.email,
      displayName: user.displayName,
      claims: { ...user.claims },
      ...readMembership(user, now),
      subscriptions: rights.subscriptions === '*' ? site.subscriptions.map(({ slug }) => slug) : rights.subscriptions,
    };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'UNAUTHENTICATED') throw error;
    return { ...REJECTION, ...readDates(said), problem: findProblem(said, projectId, siteId) };
  }
}

type Payload = Readonly<Record<string, unknown>>;

function readDates(said: Payload | null): Pick<IdentityCheck, 'audience' | 'expiresAt'> {
  const { aud, exp } = said ?? {};
  const expiresAt = typeof exp === 'number' ? new Date(exp * 1000) : null;
  return {
    audience: typeof aud === 'string' ? aud.slice(0, 200) : null,
    expiresAt: expiresAt && !Number.isNaN(expiresAt.getTime()) ? expiresAt : null,
  };
}

/** Returns the problem of a token as far as the token itself tells. */
function findProblem(said: Payload | null, projectId: string | null, siteId: string): TokenProblem {
  if (!said) return 'malformed';
  // Tokens that an installation signs itself, for tests and demos, name the site.
  const isLocal = said['iss'] === 'urn:lectern:local';
  if (!isLocal && projectId === null) return 'no-provider';
  if (said['aud'] !== (isLocal ? siteId : projectId)) return 'other-project';
  const { expiresAt } = readDates(said);
  return expiresAt && expiresAt.getTime() <= Date.now() ? 'expired' : 'rejected';
}

/** Reads the claims of a token without verifying it; null if it is not a token. */
function decodeUnverified(token: string): Payload | null {
  const [, payload, signature] = token.split('.');
  if (!payload || signature === undefined) return null;
  try {
    const said: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return isPlainObject(said) ? said : null;
  } catch {
    return null;
  }
}
