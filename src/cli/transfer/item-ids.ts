import type { SiteApi } from './api.ts';
import { LineError } from './lines.ts';

/** @throws LineError if the key cannot list one of them */
export async function idsOfItems(api: SiteApi, externalIds: readonly string[]): Promise<Map<string, string>> {
  type Found = { contents: { items: { id: string; externalId: string }[] } };
  const { data, error } = await api.graphql<Found>(ITEMS, { externalIds });
  if (!data) throw new LineError(error ?? undefined);
  const ids = new Map(data.contents.items.map(({ id, externalId }) => [externalId, id]));
  const missing = externalIds.find((externalId) => !ids.has(externalId));
  if (missing !== undefined) throw new LineError(`There is no item ${missing} that the key can list`);
  return ids;
}

/** Teasers, because a key alone cannot read restricted items. */
const ITEMS = `query ($externalIds: [String!]!) {
  contents(filter: { externalId: { in: $externalIds } }, page: { limit: 100 }, includeRestricted: true) {
    items { id externalId } } }`;
