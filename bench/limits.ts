import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../src/adapters/database/embedded.ts';
import { cpuOfSessions, cpuOfTree, startBenchedService, usedBySessions } from './speed/processes.ts';
import { median } from './speed/measure.ts';
import { seedSite } from './speed/seed.ts';

const ITEMS = Number(process.argv[2] ?? 10_000);
const RUNS = 5;

const references = (inner: string) => `references(field: "related") { ${inner} }`;
const WHOLE =
  'id externalId type title excerpt slug url tags status accessLevel author publishedAt createdAt customFields';

/** Queries just below the budget, by what a number of items or aliases makes of them. */
const QUERIES: { name: string; of: (n: number) => string }[] = [
  {
    name: 'items with 200 references each, ids only',
    of: (n) => `{ contents(page: { limit: ${n} }) { items { ${references('id')} } } }`,
  },
  {
    name: 'items with 200 references each, 14 fields',
    of: (n) => `{ contents(page: { limit: ${n} }) { items { ${references(WHOLE)} } } }`,
  },
  {
    name: 'items with references of three levels, 200, 1 and 1 of 14 fields each',
    of: (n) =>
      `{ contents(page: { limit: ${n} }) { items { ${references(`${WHOLE} ${references(`${WHOLE} ${references(WHOLE)}`)}`)} } } }`,
  },
  {
    name: 'items with bodies and expanded references',
    of: (n) => {
      const pages = Math.ceil(n / 100);
      return aliased(
        pages,
        (one) =>
          `${one}: contents(page: { limit: ${Math.ceil(n / pages)} }, order: { sort: createdAt, direction: asc }) { items { ${WHOLE} content expanded: customFields(expand: true) } }`,
      );
    },
  },
  {
    name: 'lists of the items with a word that all have, by relevance',
    of: (n) => lists(n, 'fullText: "article"'),
  },
  {
    name: 'lists of the items with a word that all have, with the exact total',
    of: (n) => lists(n, 'fullText: "article", exactTotal: true'),
  },
  {
    name: 'lists of the items with a word that all have, by title',
    of: (n) => lists(n, 'fullText: "article", sort: ["title"]'),
  },
  {
    name: 'lists of a filter by a custom field without an index',
    of: (n) => lists(n, 'filter: { type: "post", field: [{ name: "rating", gte: 5 }] }'),
  },
  {
    name: 'lists of a filter across a reference',
    of: (n) => lists(n, 'filter: { field: [{ name: "next", references: { author: { eq: "Author 1" } } }] }'),
  },
  {
    name: 'lists of a filter by tags and an author, sorted by three keys',
    of: (n) =>
      lists(
        n,
        'filter: { tags: { containsAny: ["tag 1", "tag 2"] }, author: { ne: "Author 1" } }, sort: ["title", "-sortOrder", "createdAt"]',
      ),
  },
  {
    name: 'lists of a filter of 50 conditions',
    of: (n) =>
      lists(
        n,
        `filter: { or: [${Array.from({ length: 49 }, (_, at) => `{ author: { contains: "${at}x" } }`).join(' ')}] }`,
      ),
  },
];

/** Lists beside each other, of one item each, with the total. */
function lists(count: number, request: string): string {
  return aliased(count, (one) => `${one}: contents(${request}, page: { limit: 1 }) { total items { id } }`);
}

function aliased(count: number, field: (alias: string) => string): string {
  return `{ ${Array.from({ length: count }, (_, n) => field(`a${n}`)).join(' ')} }`;
}

/** What the most expensive GraphQL queries cost that pass the limits, in processor time. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-limits-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  const { host, port, user, database: name } = postgres;
  const service = await startBenchedService(
    `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    join(folder, 'data'),
  );
  const database = new Client({ host, port, user, database: name, ssl: false });
  await database.connect();
  try {
    const { siteId, key } = await seedSite(service.url, database, ITEMS, false);
    await database.query(DENSE, [siteId]);
    await database.query(WORDS, [siteId]);
    await database.query('vacuum analyze content_text');
    const { rows } = await database.query<{ pid: number }>(
      `select (regexp_split_to_array(pg_read_file('postmaster.pid'), '\\n'))[1]::int as pid`,
    );
    const postgresPid = rows[0]?.pid ?? 0;
    let asked = 0;
    const ask = async (query: string): Promise<boolean> => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-api-key': key },
        // An answer that was kept would cost nothing.
        body: JSON.stringify({ query, variables: { unknown: (asked += 1) } }),
      });
      const text = await response.text();
      if (text.includes('"errors"') && !/QUERY_TOO_COMPLEX|GRAPHQL_PARSE_FAILED/.test(text)) throw new Error(text);
      return response.status === 200;
    };
    const only = process.argv[3] ?? '';
    for (const query of QUERIES.filter(({ name }) => name.includes(only))) {
      const n = await largest(async (size) => ask(query.of(size)));
      const costs: { node: number; postgres: number }[] = [];
      for (let run = 0; run < RUNS; run++) {
        const before = [await cpuOfTree(service.pid), await cpuOfSessions(postgresPid)] as const;
        await ask(query.of(n));
        costs.push({
          node: (await cpuOfTree(service.pid)) - before[0],
          postgres: usedBySessions(before[1], await cpuOfSessions(postgresPid)),
        });
      }
      const [node, sql] = [median(costs.map((cost) => cost.node)), median(costs.map((cost) => cost.postgres))];
      process.stdout.write(`| ${query.name} | ${n} | ${node.toFixed(0)} | ${sql.toFixed(0)} |\n`);
    }
  } finally {
    await database.end();
    await service.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The newest articles refer to 200 others each. */
const DENSE = `update content_item c set custom_fields = c.custom_fields || jsonb_build_object('related',
    (select jsonb_agg(id) from (select id from content_item o where o.site_id = $1 order by md5(o.id::text || c.id) limit 200) o))
  where c.id in (select id from content_item where site_id = $1 order by published_at desc limit 100)`;

/** As the service indexes them: it has no wish to do that for so many items now. */
const WORDS = `insert into content_text (item_id, site_id, terms)
  select id, site_id, setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', excerpt), 'B')
    || to_tsvector('english', content) from content_item where site_id = $1 on conflict do nothing`;

/** The largest number up to 600 that passes. */
async function largest(passes: (n: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [1, 600];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

await main();
