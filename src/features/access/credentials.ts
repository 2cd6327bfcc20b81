import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../shared/errors.ts';
import { findPreviews } from '../content/preview-token.rows.ts';
import type { KeyDirectory } from '../site/key-directory.ts';
import { type OpenSession, type SessionRights, readSessionRights } from '../user/user-sessions.ts';

/** One kind of credentials, such as API keys: open requests are checked by it. */
interface CredentialKind {
  /** Reads the rights that these credentials give now, by one statement. Credentials that do not work are missing. */
  readRights(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The error of a request with a credential that does not work. */
  invalid(): ServiceError;
}

/** Credentials of API keys by the hashes of their secrets. Their rights are their scopes. */
export function keyCredentials(directory: KeyDirectory): CredentialKind {
  return {
    async readRights(hashes) {
      const scopes = await directory.readScopes(hashes);
      return new Map([...scopes].map(([hash, list]) => [hash, list.join(' ')]));
    },
    invalid: () => new ServiceError('UNAUTHENTICATED', 'Invalid API key'),
  };
}

/** Credentials of sessions, each with the site that it acts for. Their rights are the role of the user. */
export function sessionCredentials(database: Database): CredentialKind {
  return {
    async readRights(ids) {
      const sessions = await readSessionRights(database, ids.map(parseSessionId));
      return new Map(sessions.map((session) => [sessionId(session), sessionRights(session)]));
    },
    invalid: () =>
      new ServiceError('UNAUTHENTICATED', 'The session has ended, or its user is no longer a member of the site'),
  };
}

export function sessionId({ token, siteId }: OpenSession): string {
  return siteId === null ? token : `${token} ${siteId}`;
}

function parseSessionId(id: string): OpenSession {
  const [token = '', siteId = null] = id.split(' ');
  return { token, siteId };
}

export function sessionRights({ isInstallationAdmin, role }: SessionRights): string {
  return `${role ?? ''} ${isInstallationAdmin}`;
}

/** Credentials of preview tokens by site and hash. All of them give the same rights. */
export function previewCredentials({ system }: Database): CredentialKind {
  return {
    async readRights(ids) {
      const previews = await findPreviews(
        system,
        ids.map((id) => id.split(' ')[1] ?? ''),
      );
      return new Map(previews.map(({ siteId, hash }) => [previewId(siteId, hash), '']));
    },
    invalid: () => new ServiceError('UNAUTHENTICATED', 'Preview token is invalid or has expired'),
  };
}

export function previewId(siteId: string, hash: string): string {
  return `${siteId} ${hash}`;
}
