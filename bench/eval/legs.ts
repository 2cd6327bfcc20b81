import { createEmbeddedVectorIndex } from '../../src/adapters/vector-index/embedded.ts';
import { parseConfig } from '../../src/config.ts';
import { openEmbedder } from '../../src/adapters/embedder/open-embedder.ts';
import { fuse, fusionDepth } from '../../src/adapters/vector-index/fusion.ts';
import type { IndexHit } from '../../src/ports/vector-index.ts';
import type { JudgedQuery } from './collection.ts';
import { type Quality, measure } from './run.ts';

const MODES = ['keyword', 'vector'] as const;
/** Of the vectors in a hybrid search. */
const WEIGHTS = [0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];

/** Asks the index that a stopped service has left behind directly, to show what each leg of a hybrid search finds alone. */
export async function measureLegs(
  dataDir: string,
  siteId: string,
  queries: readonly JudgedQuery[],
  { ids, depth }: { ids: ReadonlyMap<string, string>; depth: number },
): Promise<Map<string, Quality>> {
  const { embedder, close } = await openEmbedder(parseConfig(process.env));
  const { dimensions, model } = embedder;
  const { index, open } = createEmbeddedVectorIndex({ dir: `${dataDir}/vectors`, dimensions, model });
  const { rebuilt } = await open();
  const named = (hits: readonly IndexHit[]) => hits.map((hit) => ids.get(hit.sourceId) ?? '');
  try {
    if (rebuilt) throw new Error('The service left no index that can be read');
    const legs = new Map<string, Quality>();
    for (const mode of MODES) {
      const quality = await measure(queries, async (text) => {
        const vector = await embedder.embedQuery(text);
        return named(await index.search(siteId, { mode, text, vector, filter: {}, limit: depth }));
      });
      legs.set(`index: ${mode}`, quality);
    }
    for (const weight of WEIGHTS) {
      const quality = await measure(queries, async (text) => {
        const vector = await embedder.embedQuery(text);
        const query = { text, vector, filter: {}, limit: fusionDepth(depth) };
        const [words, vectors] = await Promise.all([
          index.search(siteId, { ...query, mode: 'keyword' }),
          index.search(siteId, { ...query, mode: 'vector' }),
        ]);
        return named(fuse(words, vectors, weight, depth));
      });
      legs.set(`index: vectors ${weight}`, quality);
    }
    return legs;
  } finally {
    await index.close();
    await close();
  }
}
