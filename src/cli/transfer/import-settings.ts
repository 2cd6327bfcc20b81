import type { SiteApi } from './api.ts';
import { LineError, type LineVariant } from './lines.ts';

export interface SiteAdmin {
  site: string;
  adminKey: string;
}

/** The settings of a site, which only the admin key may change. @throws if the API key is not one of that site */
export async function importSettings(
  { kind: _kind, ...input }: LineVariant<'site'>,
  api: SiteApi,
  admin: SiteAdmin,
  key: string,
): Promise<void> {
  const credentials = { 'x-svc-admin-key': admin.adminKey };
  const keys = 'query ($id: ID!) { site(id: $id) { apiKeys { prefix } } }';
  type Site = { site: { apiKeys: { prefix: string }[] } };
  const { site } = await api.graphql<Site>(keys, { id: admin.site }, credentials);
  if (!site.apiKeys.some(({ prefix }) => key.startsWith(prefix))) {
    throw new LineError(`API_KEY is not a key of the site ${admin.site}`);
  }
  const change = 'mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }';
  await api.graphql(change, { id: admin.site, input }, credentials);
}
