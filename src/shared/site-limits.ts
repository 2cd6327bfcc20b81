/** How many of these a site may have. */
export const SITE_MAXIMA = {
  triggers: 20_000,
  webhookTools: 200,
  personas: 500,
  webhookEndpoints: 20,
  /** Those that are not revoked. */
  apiKeys: 100,
  contentTypes: 500,
  collections: 5_000,
  assetFolders: 5_000,
  members: 1_000,
};

/** All API keys of a site together may make as many requests as this many of them. */
export const KEYS_IN_SITE_BUDGET = 10;

/** Points that a GraphQL operation may cost. */
export const POINTS_PER_OPERATION = 125_000;

/** The name under which the requests of an API key are counted. */
export function requestKey(keyId: string): string {
  return `key:${keyId}`;
}

/** The name under which the requests of all API keys of a site are counted. */
export function siteRequestKey(siteId: string): string {
  return `site:${siteId}`;
}
