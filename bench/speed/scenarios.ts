import type { Call } from './load.ts';
import { GRAPHQL_FIELDS } from './reference-sql.ts';
import type { SeededSite } from './seed.ts';

export interface Scenario {
  name: string;
  /** The n-th request of a run. */
  service(site: SeededSite, n: number): Call;
  reference(site: SeededSite, n: number): Call;
  /** Asked with the entity tag of the first answer: the answers are 304. */
  isRevalidation?: boolean;
  /** Paths in the answer whose values differ between any two calls. */
  differing?: readonly string[];
  /** Compared with another request to the service itself; of a site with marked fields. */
  isOwn?: boolean;
  /** It changes the site: measured last. */
  writes?: boolean;
}

const LIST_QUERY = `query { contents(page: { limit: 50 }) { items { ${GRAPHQL_FIELDS.join(' ')} } total } }`;

const list = (limit: number, expand: boolean): Pick<Scenario, 'service' | 'reference'> => ({
  service: ({ key }) => get(`/api/sdk/content?limit=${limit}${expand ? '&expand=true' : ''}`, key),
  reference: ({ siteId }) => get(`/list?site=${siteId}&limit=${limit}&expand=${expand}`),
});

const item: Pick<Scenario, 'service' | 'reference'> = {
  service: ({ key, ids }, n) => get(`/api/sdk/content/${ids[n % ids.length]}`, key),
  reference: ({ siteId, ids }, n) => get(`/get?site=${siteId}&id=${ids[n % ids.length]}`),
};

let asked = 0;

/** A request that the service has not seen, so that it cannot have kept the answer. */
function unseenCall(call: Call): Call {
  asked += 1;
  if (call.body === undefined) {
    return { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}unknown=${asked}` };
  }
  return { ...call, body: JSON.stringify({ ...(JSON.parse(call.body) as object), variables: { unknown: asked } }) };
}

function unseen({ name, service, reference }: Scenario): Scenario {
  return { name: `${name}, not asked before`, reference, service: (site, n) => unseenCall(service(site, n)) };
}

const READS: readonly Scenario[] = [
  { name: 'REST list of 50 with total', ...list(50, false) },
  { name: 'REST by id', ...item },
  { name: 'REST list of 20, expand to depth 3', ...list(20, true) },
  {
    name: 'GraphQL list of 50, same fields',
    service: ({ key }) => post('/graphql', { query: LIST_QUERY }, key),
    reference: ({ siteId }) => get(`/graphql?site=${siteId}`),
  },
];

const filtered = (what: string, query: string): Scenario => ({
  name: `REST list ${what}, beside the plain list`,
  service: ({ key }) => unseenCall(get(`/api/sdk/content?limit=50&${query}`, key)),
  reference: ({ key }) => unseenCall(get('/api/sdk/content?limit=50', key)),
  isOwn: true,
});

export const SCENARIOS: readonly Scenario[] = [
  ...READS,
  ...READS.map(unseen),
  { name: 'If-None-Match hit on a list of 50', ...list(50, false), isRevalidation: true },
  { name: 'If-None-Match hit by id', ...item, isRevalidation: true },
  filtered('by tag', 'tag=tag%205'),
  filtered('by slug', 'type=post&slug=article-77'),
  filtered('by custom field, one item', 'type=post&filter[fields.subtitle]=Subtitle%2077'),
  filtered('by custom field, a tenth of the items', 'type=post&filter[fields.rating]=5'),
  filtered('sorted by custom field', 'type=post&sort=-fields.rating'),
  {
    name: 'REST create',
    writes: true,
    service: ({ key }) => post('/api/sdk/content', newItem('s'), key),
    reference: ({ siteId, typeId }) => post(`/create?site=${siteId}&type=${typeId}`, newItem('r')),
    differing: ['_id', 'externalId', 'title', 'slug', 'publishedAt', 'createdAt', 'updatedAt'],
  },
];

let created = 0;

function newItem(side: string): object {
  created += 1;
  return {
    externalId: `${side}-${process.pid}-${created}`,
    type: 'post',
    title: `New article ${side} ${created}`,
    status: 'published',
    content: 'A sentence of the body. '.repeat(30),
    customFields: { subtitle: 'A subtitle', rating: 7, featured: true },
  };
}

function get(path: string, key?: string): Call {
  return { method: 'GET', path, headers: key === undefined ? {} : { 'x-svc-api-key': key } };
}

function post(path: string, body: object, key?: string): Call {
  const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-svc-api-key': key }) };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}
