import { createLocalEmbedder } from '../../src/adapters/embedder/local.ts';
import { createEmbeddedVectorIndex } from '../../src/adapters/vector-index/embedded.ts';
import type { JudgedQuery } from './collection.ts';
import { type Quality, measure } from './run.ts';

const MODES = ['keyword', 'vector', 'hybrid'] as const;

/** Asks the index that a stopped service has left behind directly, to show what each leg of a hybrid search finds alone. */
export async function measureLegs(
  dataDir: string,
  siteId: string,
  queries: readonly JudgedQuery[],
  { ids, depth }: { ids: ReadonlyMap<string, string>; depth: number },
): Promise<Map<string, Quality>> {
  const embedder = createLocalEmbedder();
  const { dimensions, model } = embedder;
  const { index, open } = createEmbeddedVectorIndex({ dir: `${dataDir}/vectors`, dimensions, model });
  const { rebuilt } = await open();
  try {
    if (rebuilt) throw new Error('The service left no index that can be read');
    const legs = new Map<string, Quality>();
    for (const mode of MODES) {
      const quality = await measure(queries, async (text) => {
        const vector = await embedder.embedQuery(text);
        const hits = await index.search(siteId, { mode, text, vector, filter: {}, limit: depth });
        return hits.map((hit) => ids.get(hit.sourceId) ?? '');
      });
      legs.set(`index: ${mode}`, quality);
    }
    return legs;
  } finally {
    await index.close();
  }
}
