import { parseArgs } from 'node:util';
import { type Client, createSite } from './eval/client.ts';
import { type Collection, openCollection } from './eval/collection.ts';
import { lossesOf } from './eval/compare.ts';
import { measureLegs, measureWeights } from './eval/legs.ts';
import { table } from './eval/report.ts';
import { type Loading, type Quality, load, measure } from './eval/run.ts';
import { type OwnService, startOwnService } from './eval/service.ts';

const SEARCH_TYPES = ['standard', 'hybrid', 'expanded'];
const RESULTS = 50;
const USAGE = 'Usage: npm run eval -- <collection.json|documentation>… [--weights]';

interface Measured {
  name: string;
  collection: Collection;
  siteId: string;
  ids: ReadonlyMap<string, string>;
  figures: Map<string, Quality>;
}

/**
 * `npm run eval -- <collection.json|documentation>… [--weights]`: what indexing and searching judged collections yields,
 * through the REST API, each in a site of its own; `documentation` is the set of questions in this repository. Fails if
 * `hybrid` finds less than its vectors or its words alone, beyond noise. On a service of its own, or on the one at
 * LECTERN_URL with ADMIN_KEY, whose words alone can't be asked. `--weights` also shows fixed weights of the vectors.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { weights: { type: 'boolean' } } });
  const { LECTERN_URL: url, ADMIN_KEY: adminKey } = process.env;
  if (positionals.length === 0) throw new Error(USAGE);
  if (url && !adminKey) throw new Error('LECTERN_URL needs ADMIN_KEY');
  if (url && values.weights) throw new Error('--weights reads the index from disk: unset LECTERN_URL');
  const collections = await Promise.all(positionals.map(openCollection));
  const own = url ? null : await startOwnService();
  try {
    const measured = [];
    for (const [at, collection] of collections.entries()) {
      const name = positionals[at] ?? '';
      measured.push(await overRest(name, collection, url ?? own?.url ?? '', adminKey ?? own?.adminKey ?? ''));
    }
    if (own) await addLegs(own, measured, values.weights ?? false);
    for (const { name, collection, figures } of measured)
      print(`${name}\n${table(figures, collection.queries.length)}\n`);
    const losses = measured.flatMap(({ name, figures }) => lossesOf(figures).map((loss) => `${name}: ${loss}`));
    if (losses.length > 0) throw new Error(losses.join('\n'));
  } finally {
    await own?.remove();
  }
}

async function overRest(name: string, collection: Collection, url: string, adminKey: string): Promise<Measured> {
  const { siteId, client } = await createSite(url, adminKey);
  const { loading, ids } = await load(client, collection);
  print(`${name}: ${describe(loading)}`);
  const figures = new Map<string, Quality>();
  for (const searchType of SEARCH_TYPES) {
    figures.set(searchType, await measure(collection.queries, (query) => search(client, ids, query, searchType)));
  }
  return { name, collection, siteId, ids, figures };
}

/** The index can be opened only after its service has stopped. */
async function addLegs(own: OwnService, measured: readonly Measured[], withWeights: boolean): Promise<void> {
  await own.stop();
  for (const { siteId, collection, ids, figures } of measured) {
    const asked = { siteId, queries: collection.queries, ids, depth: RESULTS };
    const found = await measureLegs(own.dataDir, asked);
    if (withWeights)
      for (const [weight, quality] of await measureWeights(own.dataDir, asked)) found.set(weight, quality);
    for (const [leg, quality] of found) figures.set(leg, quality);
  }
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
    `searchable in ${searchable.toFixed(1)} s (${rate(searchable)} documents/s)`
  );
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
