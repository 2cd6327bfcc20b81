/** Path of better-auth's endpoints. */
export const AUTH_PATH = '/api/auth';

/** The server itself sets the header, so that no caller chooses the address that its session shows. */
export const CLIENT_ADDRESS_HEADER = 'x-lectern-client-address';

/** Those of better-auth's endpoints that are mounted, below `AUTH_PATH`; all others are unknown paths. */
export const AUTH_ENDPOINTS = [
  { method: 'POST', path: '/sign-in/email', counted: 'by account' },
  { method: 'POST', path: '/sign-out' },
  { method: 'GET', path: '/get-session' },
  { method: 'GET', path: '/list-sessions' },
  { method: 'POST', path: '/revoke-session' },
  { method: 'POST', path: '/revoke-other-sessions' },
  { method: 'POST', path: '/revoke-sessions' },
  { method: 'POST', path: '/change-password', counted: 'by session' },
  { method: 'POST', path: '/update-user' },
  { method: 'POST', path: '/request-password-reset', counted: 'by account', isBlind: true },
  { method: 'POST', path: '/reset-password', counted: 'by address' },
  // Its own: `account-endpoints.ts`.
  { method: 'POST', path: '/setup', counted: 'by address' },
  { method: 'POST', path: '/accept', counted: 'by address' },
  // Its own: `passkey-endpoints.ts`.
  { method: 'POST', path: '/sign-in/passkey-options' },
  { method: 'POST', path: '/sign-in/passkey', counted: 'by address' },
  { method: 'POST', path: '/passkey/creation-options', counted: 'by session' },
  { method: 'POST', path: '/passkey/add', counted: 'by address' },
  { method: 'GET', path: '/passkey/list' },
  { method: 'POST', path: '/passkey/delete' },
  // Its own: `sso-endpoints.ts`.
  { method: 'GET', path: '/sso' },
  { method: 'POST', path: '/sign-in/sso', counted: 'by address' },
  { method: 'GET', path: '/sso/callback', counted: 'by address' },
] as const;
