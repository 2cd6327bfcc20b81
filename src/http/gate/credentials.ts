import type { Database } from '../../database/database.ts';
import { findPreviews, hashToken } from '../../features/content/preview-token.rows.ts';
import type { KeyDirectory } from '../../features/site/key-directory.ts';
import type { OpenSession, SessionRights } from '../../features/user/user-sessions.ts';
import type { ApiKeyScope } from '../../access/api-key-scope.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { type CredentialKind, OpenRequests } from './open-requests.ts';

/** The open requests that are admitted with an API key, a session or a preview token. */
export type OpenCredentials = OpenRequests<'key' | 'session' | 'preview'>;

interface CredentialParts {
  database: Database;
  features: {
    keys: KeyDirectory;
    readSessionRights: (sessions: readonly OpenSession[]) => Promise<(OpenSession & SessionRights)[]>;
  };
  log: Logger;
}

/** Ends open requests whose credential is revoked, at once if it is by this instance. */
export function watchCredentials({ database, features, log }: CredentialParts): OpenCredentials {
  const open = new OpenRequests(
    { key: keys(features.keys), session: sessions(features), preview: previews(database) },
    log,
  );
  features.keys.onRevocation(() => open.checkAll());
  return open;
}

function keys(directory: KeyDirectory): CredentialKind {
  return {
    async readRights(hashes) {
      const scopes = await directory.readScopes(hashes);
      return new Map([...scopes].map(([hash, of]) => [hash, rightsOfKey(of)]));
    },
    invalid: invalidKey,
  };
}

function sessions({ readSessionRights }: Pick<CredentialParts['features'], 'readSessionRights'>): CredentialKind {
  return {
    async readRights(credentials) {
      const read = await readSessionRights(credentials.map(sessionOfCredential));
      return new Map(read.map((session) => [credentialOfSession(session), rightsOfSession(session)]));
    },
    invalid: () =>
      new ServiceError('UNAUTHENTICATED', 'The session has ended, or its user is no longer a member of the site'),
  };
}

function previews({ system }: Database): CredentialKind {
  return {
    async readRights(credentials) {
      const found = await findPreviews(
        system,
        credentials.map((credential) => credential.split(' ')[1] ?? ''),
      );
      return new Map(found.map(({ siteId, hash }) => [`${siteId} ${hash}`, '']));
    },
    invalid: invalidPreview,
  };
}

export function rightsOfKey(scopes: readonly ApiKeyScope[]): string {
  return scopes.join(' ');
}

export function credentialOfSession({ token, siteId }: OpenSession): string {
  return siteId === null ? token : `${token} ${siteId}`;
}

function sessionOfCredential(credential: string): OpenSession {
  const [token = '', siteId = null] = credential.split(' ');
  return { token, siteId };
}

export function rightsOfSession({ isInstallationAdmin, role }: SessionRights): string {
  return `${role ?? ''} ${isInstallationAdmin}`;
}

export function credentialOfPreview(siteId: string, token: string): string {
  return `${siteId} ${hashToken(token)}`;
}

export function invalidKey(): ServiceError {
  return new ServiceError('UNAUTHENTICATED', 'Invalid API key');
}

export function invalidPreview(): ServiceError {
  return new ServiceError('UNAUTHENTICATED', 'Preview token is invalid or has expired');
}
