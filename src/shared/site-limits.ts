/** How many of these a site may have. */
export const SITE_MAXIMA = { triggers: 20_000, webhookTools: 200, personas: 500 };

/** Points that a GraphQL operation may cost. */
export const POINTS_PER_OPERATION = 125_000;

/** Under which the requests of an API key are counted. */
export function requestKey(keyId: string): string {
  return `key:${keyId}`;
}
