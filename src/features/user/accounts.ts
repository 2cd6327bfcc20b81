import type { Database } from '../../database/database.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { newId } from '../../shared/ids.ts';
import type { FirstUser } from './first-user.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './new-user.ts';
import { AUTH_ENDPOINTS, AUTH_PATH, CLIENT_ADDRESS_HEADER } from './auth-endpoints.ts';
import type { Passkeys } from './passkey/passkeys.ts';
import type { Sso } from './sso.ts';
import { cookieValue, sessionCookieName, verifiedToken } from './session-token.ts';

const SESSION_SECONDS = 7 * 86_400;
/** A session that is used is prolonged once a day. */
const PROLONG_SECONDS = 86_400;
const RESET_SECONDS = 3_600;

export interface AccountOptions {
  database: Database;
  publicUrl: string;
  /** Signs session cookies. */
  secret: string;
  log: Logger;
  firstUser: FirstUser;
  passkeys: Passkeys;
  /** The sign-in by an OpenID provider; null without one. */
  sso: Sso | null;
  sendReset: (to: { email: string; name: string }, token: string) => Promise<void>;
}

/** Sign-in, sessions and passwords: better-auth on the tables of the installation. See decision 125. */
export class Accounts {
  readonly basePath = AUTH_PATH;
  readonly addressHeader = CLIENT_ADDRESS_HEADER;
  readonly endpoints = AUTH_ENDPOINTS;
  private readonly options: AccountOptions;
  private auth: ReturnType<typeof createAuth> | null = null;

  constructor(options: AccountOptions) {
    this.options = options;
  }

  /** Answers a request to one of better-auth's endpoints. */
  async handle(request: Request): Promise<Response> {
    return (await this.library()).handler(request);
  }

  /** Handles a request after the answer, which then reveals nothing, not even by the time it takes. */
  handleLater(request: Request): void {
    this.handle(request).catch((error: unknown) => this.options.log.error({ err: error }, 'sign-in failed'));
  }

  /** The session token in the `Cookie` header; null without one that the service has signed. */
  sessionToken(cookies: string): string | null {
    const cookie = cookieValue(cookies, sessionCookieName(isSecure(this.options)));
    return cookie === null ? null : verifiedToken(cookie, this.options.secret);
  }

  /** Loads the library with the first sign-in: a start without one does not need it. */
  private library() {
    this.auth ??= createAuth(this.options);
    return this.auth;
  }
}

function isSecure({ publicUrl }: AccountOptions): boolean {
  return publicUrl.startsWith('https:');
}

async function createAuth(options: AccountOptions) {
  const { database, publicUrl, secret, log, firstUser, passkeys, sso, sendReset } = options;
  const [
    { betterAuth },
    { accountStore },
    { accountEndpoints, assertUserName },
    { passkeyEndpoints },
    { ssoEndpoints },
  ] = await Promise.all([
    import('better-auth/minimal'),
    import('./account/account-store.ts'),
    import('./account/account-endpoints.ts'),
    import('./passkey/passkey-endpoints.ts'),
    import('./sso-endpoints.ts'),
  ]);
  return betterAuth({
    baseURL: publicUrl,
    basePath: AUTH_PATH,
    secret,
    database: accountStore(database),
    plugins: [accountEndpoints(database, firstUser), passkeyEndpoints(passkeys), ssoEndpoints(sso)],
    telemetry: { enabled: false },
    // Requests are counted before they come here.
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error({ auth: message }, 'sign-in failed') },
    // What is not its own error is answered by the server, as everywhere.
    onAPIError: { throw: true },
    user: { modelName: 'app_user' },
    databaseHooks: { user: { update: { before: assertUserName } } },
    session: { modelName: 'user_session', expiresIn: SESSION_SECONDS, updateAge: PROLONG_SECONDS, freshAge: 0 },
    account: { modelName: 'user_account' },
    verification: { modelName: 'user_verification', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      // Who has taken over an account may have left a passkey: a new password is the only way in.
      onPasswordReset: async ({ user }) => passkeys.deleteAll(user.id),
      sendResetPassword: async ({ user, token }) => sendReset(user, token),
    },
    advanced: {
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(isSecure(options)) } },
      cookiePrefix: isSecure(options) ? '__Host-lectern' : 'lectern',
      defaultCookieAttributes: { httpOnly: true, secure: isSecure(options), sameSite: 'strict', path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => newId() },
    },
  });
}
