import { parseArgs } from 'node:util';
import { type Client, createSite } from './eval/client.ts';
import { type Collection, readCollection } from './eval/collection.ts';
import { measureLegs } from './eval/legs.ts';
import { type Loading, type Quality, load, measure } from './eval/run.ts';
import { type OwnService, startOwnService } from './eval/service.ts';

const SEARCH_TYPES = ['standard', 'hybrid', 'expanded'];
const RESULTS = 50;

/**
 * `npm run eval -- <collection.json> [--legs]`: what indexing and searching a judged collection yields, through the REST API.
 * On a service of its own, or on the one at LECTERN_URL with ADMIN_KEY. `--legs` also asks the index itself, words and
 * vectors alone, which needs a service of its own.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { legs: { type: 'boolean' } } });
  const [file] = positionals;
  const { LECTERN_URL: url, ADMIN_KEY: adminKey } = process.env;
  if (!file) throw new Error('Usage: npm run eval -- <collection.json> [--legs]');
  if (url && !adminKey) throw new Error('LECTERN_URL needs ADMIN_KEY');
  if (url && values.legs) throw new Error('--legs reads the index from disk: unset LECTERN_URL');
  const collection = await readCollection(file);
  const own = url ? null : await startOwnService();
  try {
    await evaluate(collection, url ?? own?.url ?? '', adminKey ?? own?.adminKey ?? '', values.legs ? own : null);
  } finally {
    await own?.remove();
  }
}

async function evaluate(collection: Collection, url: string, adminKey: string, legsOf: OwnService | null) {
  const { siteId, client } = await createSite(url, adminKey);
  const { loading, ids } = await load(client, collection);
  print(describe(loading));
  const figures = new Map<string, Quality>();
  for (const searchType of SEARCH_TYPES) {
    figures.set(searchType, await measure(collection.queries, (query) => search(client, ids, query, searchType)));
  }
  if (legsOf) {
    await legsOf.stop();
    const legs = await measureLegs(legsOf.dataDir, siteId, collection.queries, { ids, depth: RESULTS });
    for (const [name, quality] of legs) figures.set(name, quality);
  }
  print(table(figures, collection.queries.length));
}

async function search(client: Client, ids: ReadonlyMap<string, string>, query: string, searchType: string) {
  const body = { query, searchType, maxResults: RESULTS };
  const { data } = await client.call<{ data: { results: { metadata: { sourceId: string } }[] } }>(
    'POST',
    '/api/sdk/rag/search',
    body,
  );
  return data.results.map(({ metadata }) => ids.get(metadata.sourceId) ?? '');
}

function describe({ documents, accepted, searchable }: Loading): string {
  const rate = (seconds: number) => (documents / seconds).toFixed(0);
  return (
    `${documents} documents: accepted in ${accepted.toFixed(1)} s (${rate(accepted)} documents/s), ` +
    `searchable in ${searchable.toFixed(1)} s (${rate(searchable)} documents/s)\n`
  );
}

function table(figures: ReadonlyMap<string, Quality>, queries: number): string {
  const rows = [...figures].map(([name, { ndcg, recall, p50, p95 }]) => [
    name,
    ndcg.toFixed(4),
    recall.toFixed(4),
    p50.toFixed(1),
    p95.toFixed(1),
  ]);
  const header = [`${queries} queries`, 'nDCG@10', 'recall@10', 'p50 ms', 'p95 ms'];
  const width = Math.max(...[header, ...rows].map(([name = '']) => name.length));
  return [header, ...rows]
    .map(([name = '', ...cells]) => name.padEnd(width) + cells.map((cell) => cell.padStart(11)).join(''))
    .join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
