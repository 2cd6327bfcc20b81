import { assertPreviewScope } from '../../access/access.ts';
import { ROLE_SCOPES } from '../../access/api-key-scope.ts';
import { readMembership, toUserRights } from '../../access/claims.ts';
import { ANONYMOUS, MEMBER } from '../../access/entitlement.ts';
import { Viewer } from '../../access/viewer.ts';
import type { Caller } from '../../api/request-context.ts';
import type { Database } from '../../database/database.ts';
import type { TokenVerifier, VerifiedUser } from '../../ports/token-verifier.ts';
import { ServiceError } from '../../shared/errors.ts';
import { currentLogIds } from '../../shared/log/log-ids.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { findPreview, hashToken } from '../content/preview-token.rows.ts';
import { sameSecret } from '../site/api-key.ts';
import type { KeyDirectory, KeyEntry } from '../site/key-directory.ts';
import type { Accounts } from '../user/accounts.ts';
import { type FoundSession, findSession } from '../user/user-sessions.ts';
import {
  keyCredentials,
  previewCredentials,
  previewId,
  sessionCredentials,
  sessionId,
  sessionRights,
} from './credentials.ts';

export interface AuthenticationDependencies {
  database: Database;
  adminKey: string;
  keys: KeyDirectory;
  accounts: Accounts;
  tokens: TokenVerifier;
  secrets: SecretBox;
}

/** Decides who the caller of a request is: by API key, admin key, session or preview token. See decision 211. */
export class AuthenticationService {
  private readonly dependencies: AuthenticationDependencies;
  private readonly kinds;

  constructor(dependencies: AuthenticationDependencies) {
    const { database, keys } = dependencies;
    this.dependencies = dependencies;
    this.kinds = {
      key: keyCredentials(keys),
      session: sessionCredentials(database),
      preview: previewCredentials(database),
    };
  }

  isAdminKey(secret: string): boolean {
    return sameSecret(secret, this.dependencies.adminKey);
  }

  /** The holder of an API key, whose user's token is verified when the caller is read. Null for a key that does not work. */
  async byKey(secret: string) {
    const entry = await this.dependencies.keys.find(secret);
    if (!entry) return null;
    const { hash, key, site } = entry;
    logSite(site.id);
    return {
      key,
      site,
      credential: { kind: this.kinds.key, id: hash, rights: key.scopes.join(' ') },
      caller: async (userToken: string | null, isAdmin: boolean): Promise<Caller> => {
        const { user, rejectedToken } = await this.verify(entry, userToken);
        return { viewer: this.keyViewer(entry, user), rejectedToken, isAdmin };
      },
    };
  }

  /**
   * Returns the authentication of a session. Null without a session cookie that the service has signed, or if its
   * session has ended.
   * @param siteId of the site that the user acts for; null for an operation of the installation
   */
  async bySession(cookies: string, siteId: string | null) {
    const { accounts, database } = this.dependencies;
    const token = accounts.sessionToken(cookies);
    const session = token === null ? null : await findSession(database, token, siteId);
    if (!session) return null;
    const { user, membership } = session;
    const rights = { isInstallationAdmin: user.isInstallationAdmin, role: membership?.role ?? null };
    const id = sessionId({ token: session.token, siteId: membership?.site.id ?? null });
    return {
      user,
      credential: { kind: this.kinds.session, id, rights: sessionRights(rights) },
      /** @throws ServiceError FORBIDDEN if the user is no member of the requested site */
      caller: (): Caller => ({
        viewer: siteId === null ? null : this.memberViewer(session),
        rejectedToken: null,
        isAdmin: user.isInstallationAdmin,
        session: user,
      }),
    };
  }

  /**
   * The same viewer with drafts in the place of what is live.
   * @param token whose previewed item is shown; null: all items that the API key previews
   * @throws ServiceError FORBIDDEN without a token if the API key lacks the scope preview, UNAUTHENTICATED for a token that
   * does not work
   */
  async preview(viewer: Viewer, token: string | null) {
    const siteId = viewer.site.id;
    const kind = this.kinds.preview;
    if (token === null) assertPreviewScope(viewer);
    const preview =
      token === null ? { itemId: null } : await findPreview(this.dependencies.database.system, siteId, token);
    if (!preview) throw kind.invalid();
    const seesUnpublished = preview.itemId === null || viewer.entitlement.seesUnpublished;
    return {
      viewer: viewer.withEntitlement({ ...viewer.entitlement, seesUnpublished, preview }),
      credential: token === null ? null : { kind, id: previewId(siteId, hashToken(token)), rights: '' },
    };
  }

  private keyViewer({ site, key }: KeyEntry, user: VerifiedUser | null): Viewer {
    const now = new Date();
    return new Viewer({
      site,
      scope: this.dependencies.database.forSite(site.id, 'caller'),
      key,
      entitlement: user ? toUserRights(user, site.subscriptions, now) : ANONYMOUS,
      user: user && {
        uid: user.uid,
        email: user.email,
        displayName: user.displayName,
        membershipExpiry: readMembership(user, now).membershipExpiry,
      },
    });
  }

  private memberViewer({ user, membership }: FoundSession): Viewer {
    // The same for a site that does not exist.
    if (!membership) throw new ServiceError('FORBIDDEN', 'You are not a member of this site');
    const { site, role } = membership;
    logSite(site.id);
    return new Viewer({
      site,
      scope: this.dependencies.database.forSite(site.id, 'caller'),
      key: { id: user.id, scopes: ROLE_SCOPES[role], role, userName: user.name },
      entitlement: MEMBER,
    });
  }

  /**
   * An invalid identity token is handled by the operation; a failed verification is an outage and rejects every
   * operation.
   */
  private async verify(
    { site, identity: { projectId, sealedAccount } }: KeyEntry,
    token: string | null,
  ): Promise<{ user: VerifiedUser | null; rejectedToken: ServiceError | null }> {
    if (token === null) return { user: null, rejectedToken: null };
    const { secrets, tokens } = this.dependencies;
    try {
      const serviceAccount = sealedAccount === null ? null : secrets.open(sealedAccount);
      return { user: await tokens.verify({ siteId: site.id, projectId, serviceAccount }, token), rejectedToken: null };
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'UNAUTHENTICATED')
        return { user: null, rejectedToken: error };
      throw error;
    }
  }
}

/** Puts the site into the log lines of the request. */
function logSite(siteId: string): void {
  const ids = currentLogIds();
  if (ids) ids.siteId = siteId;
}
