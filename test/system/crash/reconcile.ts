import { join } from 'node:path';
import { expect } from 'vitest';
import { startEmbeddedPostgres } from '../../../src/adapters/database/embedded.ts';
import { createLocalEmbedder } from '../../../src/adapters/embedder/local.ts';
import { folderName } from '../../../src/app/open-vector-space.ts';
import { openEmbeddedVectorIndex } from '../../support/embedded-index.ts';
import { Database } from '../../../src/database/database.ts';
import { Client, type Answer } from './client.ts';
import { type Entry, type Ledger, subject, versionOf } from './ledger.ts';

interface SourceRecord {
  _id: string;
  status: string;
  chunks: number;
}

interface Passage {
  content: string;
  metadata: { sourceId: string };
}

const AT_ONCE = 8;

/** Through the API: what was accepted is there once, whole and searchable; what was deleted is not there in any way. */
export async function expectBooksToHold(client: Client, ledger: Ledger): Promise<void> {
  const sources = await whenIndexed(client);
  const present = ledger.present;
  expect(sources.map(({ _id }) => _id).toSorted()).toEqual(present.map(({ id }) => id ?? '').toSorted());
  const chunks = new Map(sources.map((source) => [source._id, source.chunks]));
  await forAll(present, async (entry) => {
    expect(await client.versionNow(entry), subject(entry)).toBe(entry.version);
    const found = await passagesOf(client, entry);
    expect(new Set(found.map(({ metadata }) => metadata.sourceId)), subject(entry)).toEqual(new Set([entry.id]));
    expect(found.map(({ content }) => versionOf(content))).toEqual(found.map(() => entry.version));
    expect(found.length, subject(entry)).toBe(chunks.get(entry.id ?? ''));
    expect(new Set(found.map(({ content }) => content)).size).toBe(found.length);
  });
  await forAll(ledger.deleted, async (entry) => {
    expect(await client.versionNow(entry), subject(entry)).toBeNull();
    expect(await passagesOf(client, entry), subject(entry)).toEqual([]);
  });
}

/** The index of the model that the service of the test has. */
export function indexFolder(dataDir: string): string {
  return join(dataDir, 'vectors', folderName(createLocalEmbedder()));
}

/** Of a service that is stopped: the index holds the current chunks of PostgreSQL, each of them and nothing else. */
export async function expectIndexToAgree(dataDir: string, siteId: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: `${dataDir}/postgres` });
  const { host, port, user, database: name } = postgres;
  const database = await Database.connect({ host, port, user, database: name }, []);
  const { dimensions, model } = createLocalEmbedder();
  const { index, rebuilt } = await openEmbeddedVectorIndex({ dir: indexFolder(dataDir), dimensions, model });
  try {
    expect(rebuilt, 'the index has to be kept over restarts').toBe(false);
    const rows = await database
      .forSite(siteId, 'background')
      .rows<{ id: string; sourceId: string; current: boolean }>(
        'select c.id, c.source_id as "sourceId", c.generation = s.generation as current from chunk c join knowledge_source s on s.id = c.source_id',
      );
    expect(rows.filter(({ current }) => !current)).toEqual([]);
    expect(await index.count(siteId)).toBe(rows.length);
    const query = { mode: 'keyword', text: 'version', filter: {}, limit: rows.length + 100 } as const;
    const hits = await index.search(siteId, query);
    for (const sourceId of new Set([...rows, ...hits].map((each) => each.sourceId))) {
      const found = hits.filter((hit) => hit.sourceId === sourceId).map(({ chunkId }) => chunkId);
      const expected = rows.filter((row) => row.sourceId === sourceId).map(({ id }) => id);
      expect(found.toSorted()).toEqual(expected.toSorted());
    }
  } finally {
    await index.close();
    await database.close();
    await postgres.stop();
  }
}

export async function whenIndexed(client: Client): Promise<SourceRecord[]> {
  for (;;) {
    const { data } = answered(await client.call<SourceRecord[]>('GET', '/rag/documents'));
    expect(data.filter(({ status }) => status === 'failed')).toEqual([]);
    if (data.every(({ status }) => status === 'completed')) return data;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

/** Others look like it to the embedder: only passages that have the very word count. */
async function passagesOf(client: Client, entry: Entry): Promise<Passage[]> {
  const body = { query: `${subject(entry)} version`, maxResults: 50 };
  const { data } = answered(await client.call<{ results: Passage[] }>('POST', '/rag/search', body));
  return data.results.filter(({ content }) => content.includes(`${subject(entry)} `));
}

function answered<T>(answer: Answer<T> | undefined): Answer<T> {
  if (answer?.status !== 200) throw new Error(`The service answers ${answer?.status}`);
  return answer;
}

export async function forAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
