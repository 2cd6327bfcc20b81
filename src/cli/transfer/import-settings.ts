import type { SiteApi } from './api.ts';
import { LineError, type LineOf } from './lines.ts';

export interface SiteAdmin {
  site: string;
  adminKey: string;
}

/** The settings of a site, which only the admin key may change. @throws if the API key is not one of that site */
export async function importSettings(
  { kind: _kind, ...input }: LineOf<'site'>,
  api: SiteApi,
  { admin, key }: { admin: SiteAdmin | null; key: string },
): Promise<void> {
  if (!admin) return;
  const credentials = { 'x-svc-admin-key': admin.adminKey };
  const keys = 'query ($id: ID!) { site(id: $id) { apiKeys { prefix } } }';
  type Site = { site: { apiKeys: { prefix: string }[] } };
  const site = await api.graphql<Site>(keys, { id: admin.site }, credentials);
  if (!site.data) throw new LineError(site.error ?? undefined);
  if (!site.data.site.apiKeys.some(({ prefix }) => key.startsWith(prefix))) {
    throw new LineError(`API_KEY is not a key of the site ${admin.site}`);
  }
  const change = 'mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }';
  const { data, error } = await api.graphql<object>(change, { id: admin.site, input }, credentials);
  if (!data) throw new LineError(error ?? undefined);
}
