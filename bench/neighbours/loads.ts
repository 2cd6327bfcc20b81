import { getIntrospectionQuery } from 'graphql';
import type { Call } from '../speed/load.ts';
import { type LoadedSite, callOf, callSite, wordsOf } from './loaded-site.ts';

export interface NeighbourLoad {
  name: string;
  /** Default 3. */
  clients?: number;
  /** Whether it searches the knowledge base, which is then filled before. */
  searches?: boolean;
  /** Answers what to send as the n-th call. */
  prepare: (site: LoadedSite) => Promise<(n: number) => Call>;
}

const ALIASES = 10;

export const NEIGHBOUR_LOADS: readonly NeighbourLoad[] = [
  {
    name: 'searches',
    searches: true,
    prepare: async (site) => (n) =>
      graphql(
        site,
        aliased(ALIASES, (at) => `search(input: { query: "${wordsOf(n * ALIASES + at, 5)}" }) { totalResults }`),
      ),
  },
  {
    name: 'searches of many words',
    searches: true,
    prepare: async (site) => (n) =>
      graphql(
        site,
        aliased(ALIASES, (at) => `search(input: { query: "${wordsOf(n * ALIASES + at, 150)}" }) { totalResults }`),
      ),
  },
  {
    name: 'snippets',
    searches: true,
    prepare: async (site) => (n) =>
      graphql(
        site,
        `{ search(input: { query: "${wordsOf(n, 20)}", maxResults: 50, maxPerSource: 50 }) { results { ${Array.from({ length: 25 }, (_, at) => `s${at}: snippet(maxLength: ${100 + at}) { text }`).join(' ')} } } }`,
      ),
  },
  {
    name: 'introspections',
    prepare: async (site) => {
      await createTypes(site);
      return (n) =>
        siteGraphql(site, `${aliased(ALIASES, () => '__schema { types { ...FullType } }', `n${n}_`)} ${FULL_TYPE}`);
    },
  },
  {
    name: 'schema builds',
    prepare: async (site) => {
      await createTypes(site);
      return (n) =>
        n % 2 === 0
          ? callOf(site, 'PUT', '/api/sdk/content-types/large-0', { description: `Change ${n}` })
          : siteGraphql(site, `{ n${n}: __typename }`);
    },
  },
  {
    name: 'field patterns',
    prepare: async (site) => {
      await createType(site, 'pattern', [
        { name: 'code', type: 'text', validation: { pattern: '^([a-z]{1,30}[0-9]?){1,30}$' } },
      ]);
      return (n) =>
        callOf(site, 'POST', '/api/sdk/content', {
          type: 'pattern',
          externalId: `t-${n}`,
          title: `T ${n}`,
          customFields: { code: `${'a'.repeat(2_500)}-${n}` },
        });
    },
  },
  {
    name: 'new patterns',
    prepare: async (site) => {
      await createType(site, 'new-pattern', []);
      return (n) =>
        callOf(site, 'PUT', '/api/sdk/content-types/new-pattern', {
          fields: Array.from({ length: 100 }, (_, at) => ({
            name: `f${at}`,
            type: 'text',
            validation: { pattern: `^[a-z]{1,1000}([a-z0-9]{1,1000}x${n}y${at})$` },
          })),
        });
    },
  },
  {
    name: 'versions',
    prepare: async (site) => {
      await createType(site, 'long', [{ name: 'note', type: 'json' }]);
      const body = (n: number) => ({
        content: `Paragraph ${n}. `.repeat(30_000),
        customFields: { note: Array.from({ length: 8_000 }, (_, at) => ({ at, n })) },
      });
      const { _id: id } = await callSite<{ _id: string }>(site, 'POST', '/api/sdk/content', {
        type: 'long',
        externalId: 'long',
        title: 'Long',
        ...body(0),
      });
      for (let n = 1; n < 3; n++) await callSite(site, 'PUT', `/api/sdk/content/${id}`, body(n));
      return (n) =>
        graphql(
          site,
          aliased(ALIASES, (at) => `contentDifferences(id: "${id}", from: ${1 + (at % 2)}, to: 3) { path }`, `n${n}_`),
        );
    },
  },
  {
    name: 'filters and totals',
    prepare: async (site) => (n) =>
      graphql(
        site,
        aliased(
          ALIASES,
          (at) =>
            `contents(fullText: "article", sort: ["title"], filter: { type: "post", field: [{ name: "rating", gte: ${(n + at) % 7} }] }, page: { limit: 5 }) { total items { id } }`,
          `n${n}_`,
        ),
      ),
  },
  {
    name: 'lists with bodies',
    prepare: async (site) => (n) =>
      graphql(
        site,
        aliased(
          5,
          () =>
            `contents(page: { limit: 100, offset: ${(n * 7) % 10_000} }) { items { id title content customFields(expand: true) references(field: "related") { id title } } }`,
          `n${n}_`,
        ),
      ),
  },
  {
    name: 'triggers',
    prepare: async (site) => {
      for (let n = 0; n < 1_500; n += 20) {
        const inputs = Array.from(
          { length: 20 },
          (_, at) =>
            `t${at}: createTrigger(input: { type: keyword, trigger: { value: "${triggerOf(n + at)}" }, response: { message: "x" } }) { id }`,
        );
        await callSite(site, 'POST', '/graphql', { query: `mutation { ${inputs.join(' ')} }` });
      }
      const { triggers } = await callSite<{ triggers: { items: { id: string }[] } }>(site, 'POST', '/graphql', {
        query: '{ triggers { items { id } } }',
      });
      const id = triggers.items[0]?.id;
      return (n) =>
        n % 2 === 0
          ? graphql(site, `mutation { updateTrigger(id: "${id}", input: { tags: ["n${n}"] }) { id } }`)
          : graphql(
              site,
              aliased(ALIASES, (at) => `testTrigger(message: "${wordsOf(n + at, 1_000)}") { agentAnswers }`),
            );
    },
  },
  {
    name: 'tool schemas',
    prepare: async (site) => {
      return (n) => {
        const properties = Object.fromEntries(
          Array.from({ length: 190 }, (_, at) => [`p${at}n${n}`, { type: 'string', pattern: `^[a-z]{1,100}x${at}$` }]),
        );
        return graphql(
          site,
          'mutation ($s: JSONObject!) { createWebhookTool(input: { name: "bad name", description: "d", endpoint: "https://example.org/", inputSchema: $s }) { id } }',
          {
            s: { type: 'object', properties },
          },
        );
      };
    },
  },
  {
    name: 'long GraphQL documents',
    prepare: async (site) => (n) =>
      graphql(
        site,
        `{ ${Array.from({ length: 20 }, (_, at) => `n${n}a${at}: contents(page: { limit: 1 }, filter: { or: [${Array.from({ length: 40 }, (_x, or) => `{ title: { eq: "t${n}${or}" } }`).join(' ')}] }) { items { id } }`).join(' ')} }`,
      ),
  },
  {
    name: 'large JSON',
    prepare: async (site) => {
      const entries = Array.from({ length: 700_000 }, (_, at) => `"k${at}":1`).join(',');
      const headers = { 'content-type': 'application/json', 'x-svc-api-key': site.key };
      return (n) => ({
        method: 'POST',
        path: '/api/sdk/content',
        headers,
        body: `{"type":"nope${n}","title":"t","customFields":{${entries}}}`,
      });
    },
  },
  {
    name: 'long documents',
    prepare: async (site) => {
      const section = (n: number, at: number) =>
        `## Heading ${n} ${at}\n\n* ${wordsOf(at, 8)}\n* [${wordsOf(at + 1, 3)}](https://example.org/${at})\n`;
      return (n) =>
        callOf(site, 'POST', '/api/sdk/knowledge/documents', {
          title: `Long ${n}`,
          content: Array.from({ length: 20_000 }, (_, at) => section(n, at)).join('\n'),
        });
    },
  },
  {
    name: 'creations in batches',
    prepare: async (site) => (n) =>
      graphql(
        site,
        'mutation ($items: [CreateContentInput!]!) { createContents(input: { items: $items }) { outcomes { id } } }',
        {
          items: Array.from({ length: 100 }, (_, at) => ({
            type: 'indexed-post',
            externalId: `item-${n}-${at}`,
            title: `Item ${n} ${at}`,
            content: wordsOf(at, 1_500),
            customFields: { subtitle: 'x' },
          })),
        },
      ),
  },
];

function triggerOf(n: number): string {
  return Array.from({ length: 60 }, (_, at) => `${wordsOf(n * 60 + at, 2)} n${n}`.replaceAll(' ', '+')).join(', ');
}

const INTROSPECTION = getIntrospectionQuery();
const FULL_TYPE = INTROSPECTION.slice(INTROSPECTION.indexOf('fragment '));

function graphql(site: LoadedSite, query: string, variables: object = {}): Call {
  return callOf(site, 'POST', '/graphql', { query, variables });
}

function siteGraphql(site: LoadedSite, query: string): Call {
  return callOf(site, 'POST', '/graphql/site', { query });
}

/** A query with the field so often, under names of its own. */
function aliased(count: number, field: (at: number) => string, prefix = 'a'): string {
  return `{ ${Array.from({ length: count }, (_, at) => `${prefix}${at}: ${field(at)}`).join(' ')} }`;
}

async function createType(site: LoadedSite, slug: string, fields: readonly object[]): Promise<void> {
  await callSite(site, 'POST', '/api/sdk/content-types', {
    name: slug,
    slug,
    fields,
    aiConfig: { indexed: false, generateEmbeddings: false },
  });
}

const created = new WeakSet<LoadedSite>();

/** As many fields as the schema of a site may have. */
async function createTypes(site: LoadedSite): Promise<void> {
  if (created.has(site)) return;
  created.add(site);
  for (let n = 0; n < 20; n++) {
    await createType(
      site,
      `large-${n}`,
      Array.from({ length: 200 }, (_, at) => ({
        name: `field${at}`,
        type: at % 2 ? 'text' : 'number',
        label: `Field ${at}`,
      })),
    );
  }
}
