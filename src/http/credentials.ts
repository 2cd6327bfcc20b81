import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route also takes the API key as `Authorization: Bearer`. */
    takesBearerKey?: boolean;
    /** The route also takes the session cookie of a signed-in user; every other route ignores cookies. */
    takesSession?: boolean;
  }
}

interface Credentials {
  /** Undefined or empty without one. */
  apiKey: string | undefined;
  /** The identity token of the user; null without one. */
  userToken: string | null;
}

/**
 * The identity token is the bearer token. Where that is the API key instead, it stands in `X-Svc-User-Token`; with
 * `X-Svc-API-Key` such a route takes both as every other.
 */
export function credentialsOf({ headers, routeOptions }: FastifyRequest): Credentials {
  const bearer = bearerToken(headers.authorization);
  const apiKey = headers['x-svc-api-key']?.toString();
  if (!routeOptions.config.takesBearerKey || apiKey) return { apiKey, userToken: bearer };
  return { apiKey: bearer ?? undefined, userToken: headers['x-svc-user-token']?.toString() ?? null };
}

function bearerToken(authorization: string | undefined): string | null {
  const match = /^Bearer(?: +(.*))?$/i.exec(authorization ?? '');
  return match && (match[1]?.trim() ?? '');
}
