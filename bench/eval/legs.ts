import { EmbeddedVectorIndex } from '../../src/adapters/vector-index/embedded/embedded-index.ts';
import { fuse, fusionDepth } from '../../src/adapters/vector-index/fusion.ts';
import { operatorFetch } from '../../src/adapters/egress/model-fetch.ts';
import { openEmbedder } from '../../src/adapters/embedder/open-embedder.ts';
import { parseConfig } from '../../src/config.ts';
import { folderName } from '../../src/app/open-vector-space.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { IndexHit, VectorIndex } from '../../src/ports/vector-index.ts';
import type { JudgedQuery } from './collection.ts';
import { type Quality, measure } from './run.ts';

/** Of the vectors in a hybrid search. */
const WEIGHTS = [0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];

interface Asked {
  siteId: string;
  queries: readonly JudgedQuery[];
  /** Service id → collection id. */
  ids: ReadonlyMap<string, string>;
  depth: number;
}

/** What words find alone in the index that a stopped service has left behind; `standard` is vectors alone. */
export async function measureLegs(
  dataDir: string,
  { siteId, queries, ids, depth }: Asked,
): Promise<Map<string, Quality>> {
  return onIndex(dataDir, async (index) => {
    const quality = await measure(queries, async (text) =>
      named(ids, await index.search(siteId, { mode: 'keyword', text, filter: {}, limit: depth })),
    );
    return new Map([['words', quality]]);
  });
}

/** Fixed weights of the vectors, whatever the query. */
export async function measureWeights(
  dataDir: string,
  { siteId, queries, ids, depth }: Asked,
): Promise<Map<string, Quality>> {
  return onIndex(dataDir, async (index, embedder) => {
    const found = new Map<string, Quality>();
    for (const weight of WEIGHTS) {
      const quality = await measure(queries, async (text) => {
        const vector = await embedder.embedQuery(text);
        const query = { text, vector, filter: {}, limit: fusionDepth(depth) };
        const [words, vectors] = await Promise.all([
          index.search(siteId, { ...query, mode: 'keyword' }),
          index.search(siteId, { ...query, mode: 'vector' }),
        ]);
        return named(ids, fuse(words, vectors, weight, depth));
      });
      found.set(`vectors ${weight}`, quality);
    }
    return found;
  });
}

async function onIndex<T>(dataDir: string, work: (index: VectorIndex, embedder: Embedder) => Promise<T>): Promise<T> {
  const config = parseConfig(process.env);
  const { embedder, close } = await openEmbedder({ ...config, openFetch: operatorFetch(config.outboundAllowHosts) });
  const { dimensions, model } = embedder;
  const index = new EmbeddedVectorIndex({
    dir: `${dataDir}/vectors/${folderName({ dimensions, model })}`,
    dimensions,
    model,
  });
  const { rebuilt } = await index.open();
  try {
    if (rebuilt) throw new Error('The service left no index that can be read');
    return await work(index, embedder);
  } finally {
    await index.close();
    await close();
  }
}

function named(ids: ReadonlyMap<string, string>, hits: readonly IndexHit[]): string[] {
  return hits.map((hit) => ids.get(hit.sourceId) ?? '');
}
