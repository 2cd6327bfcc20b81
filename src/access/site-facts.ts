export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** What a subscription of a site's catalogue includes. */
export interface CatalogueGrants {
  slug: string;
  /** Slugs of the subscriptions that this one includes, transitively; `*` includes all. */
  grants: readonly string[];
}

/** Properties of the site that every request needs; read with the API key and cached with it. */
export interface SiteFacts {
  id: string;
  name: string;
  plan: Plan;
  trustCallerUser: boolean;
  subscriptions: readonly CatalogueGrants[];
  /** Hosts allowed in links of answers. */
  linkHosts: readonly string[];
  /** Version of the site's own language model, higher with each change of it; null: it has none. */
  modelVersion: number | null;
  /** Version of the site's own reranker; null: it has none. */
  rerankerVersion: number | null;
}
