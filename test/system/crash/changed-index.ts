import { expect } from 'vitest';
import { startEmbeddedPostgres } from '../../../src/adapters/database/embedded.ts';
import { operatorFetch } from '../../../src/adapters/egress/model-fetch.ts';
import { parseConfig } from '../../../src/config.ts';
import { Database } from '../../../src/database/database.ts';
import { storedChunks } from '../../../src/features/knowledge/index-copy/stored-chunks.ts';
import type { VectorIndex } from '../../../src/ports/vector-index.ts';
import type { VectorSpace } from '../../../src/ports/vector-space.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { vectorSpaceOpener } from '../../../src/app/open-vector-space.ts';

const MAX_CHUNKS = 10_000;

/**
 * Of a service that is stopped: the index of the model has the current chunks of the site, each of them with its vector, and
 * nothing else.
 */
export async function expectIndexOfModel(
  environment: Record<string, string>,
  siteId: string,
  model: Pick<VectorSpace, 'model' | 'dimensions'>,
): Promise<void> {
  const config = parseConfig(environment);
  const postgres = await startEmbeddedPostgres({ dataDir: `${config.dataDir}/postgres` });
  const { host, port, user, database: name } = postgres;
  const database = await Database.connect({ host, port, user, database: name }, []);
  const settings = { ...config, openFetch: operatorFetch(config.outboundAllowHosts) };
  const open = vectorSpaceOpener(settings, { log: createLogger('silent'), indexPatienceMs: undefined });
  const space = await open({ ...model, folder: null });
  try {
    const { rebuilt } = await space.openIndex();
    expect(rebuilt, 'the new index has to be kept over restarts').toBe(false);
    // As the service does before it uses an index that another process has made.
    await space.prepareIndex();
    await expectIndexOf(database, space, siteId);
  } finally {
    await space.close();
    await database.close();
    await postgres.stop();
  }
}

async function expectIndexOf(database: Database, { index, embedder }: VectorSpace, siteId: string): Promise<void> {
  const stored = await storedChunks(
    database.forSite(siteId, 'background'),
    embedder,
    'c.site_id = $1',
    [siteId],
    MAX_CHUNKS,
  );
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.filter(({ isLacking }) => isLacking)).toEqual([]);
  expect(await idsIn(index, siteId)).toEqual(stored.map(({ chunk }) => chunk.id).toSorted());
  for (const [sourceId, ofSource] of Map.groupBy(stored, ({ chunk }) => chunk.sourceId)) {
    const vector = ofSource[0]?.chunk.vector ?? new Float32Array();
    const query = { mode: 'vector', vector, filter: { sources: [sourceId] }, limit: stored.length } as const;
    const hits = await index.search(siteId, query);
    expect(hits[0]?.score, sourceId).toBeCloseTo(1, 3);
    expect(hits.map(({ chunkId }) => chunkId).toSorted()).toEqual(ofSource.map(({ chunk }) => chunk.id).toSorted());
  }
}

async function idsIn(index: VectorIndex, siteId: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const part of index.list(siteId)) ids.push(...part.map(({ chunkId }) => chunkId));
  return ids.toSorted();
}
