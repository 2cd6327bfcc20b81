import { beforeEach, expect } from 'vitest';
import { createLocalEmbedder } from '../../../src/adapters/embedder/local.ts';
import { type Job, JobService } from '../../../src/features/job/job.service.ts';
import { IndexSource } from '../../../src/features/knowledge/indexing/index-source.ts';
import { SourceService } from '../../../src/features/knowledge/source.service.ts';
import type { Embedder } from '../../../src/ports/embedder.ts';
import type { VectorIndex } from '../../../src/ports/vector-index.ts';
import { newId } from '../../../src/shared/ids.ts';
import { insertSite } from '../../support/site-row.ts';
import { useDatabase } from '../../support/use-database.ts';
import { useEmbeddedIndex } from './knowledge.ts';
import { fixedVectors } from '../../support/fixed-vectors.ts';

export const local = createLocalEmbedder();

export interface IndexingParts {
  jobs: JobService;
  handler: IndexSource;
  sources: SourceService;
}

/** The indexing of sources on a database and an index of the file, with a new site for each test. */
export function useIndexing() {
  const database = useDatabase();
  const index = useEmbeddedIndex();
  /** Paragraphs by source. */
  const texts = new Map<string, string[]>();
  let siteId = '';

  beforeEach(async () => {
    siteId = await insertSite(database.system);
  });

  /** As the readers of the features: without long texts and those that do not exist. */
  async function readShort(scope: unknown, ids: readonly string[]) {
    const found = await Promise.all(ids.map(async (id) => [id, await read(scope, id)] as const));
    return new Map(found.flatMap(([id, text]) => (text ? [[id, text] as const] : [])));
  }

  async function read(_scope: unknown, id: string) {
    const paragraphs = texts.get(id);
    return paragraphs
      ? { title: 'Title', blocks: paragraphs.map((text) => ({ kind: 'paragraph' as const, text })), embed: true }
      : null;
  }

  /** The indexing of one service; `embed` may stand in the way. */
  function parts(
    embed: Embedder['embedPassages'] = (passages) => local.embedPassages(passages),
    kept: VectorIndex = index,
  ): IndexingParts {
    const jobs: JobService = new JobService(database, { dispatch: () => {} });
    const vectors = fixedVectors(kept, { ...local, embedPassages: embed });
    const readers = { document: { read, readShort }, content: { read, readShort } };
    const handler = new IndexSource(database, vectors, readers);
    return { jobs, handler, sources: new SourceService(jobs) };
  }

  /** Writes a source of so many passages. */
  async function put(
    sources: SourceService,
    passages: number,
    {
      id = newId(),
      kind = 'document',
      word = 'passage',
    }: { id?: string; kind?: 'document' | 'content'; word?: string } = {},
  ): Promise<string> {
    texts.set(
      id,
      Array.from({ length: passages }, (_, at) => `${word} ${at} ${'of some length '.repeat(100)}`),
    );
    const facts = { id, kind, title: 'Title', fileName: 'Title', contentType: 'document', requiredSubscriptions: [] };
    await database.forSite(siteId, 'background').write((tx) => sources.put(tx, { ...facts, accessLevel: 'public' }));
    return id;
  }

  function remove(sources: SourceService, id: string): Promise<void> {
    texts.delete(id);
    return database.forSite(siteId, 'background').write((tx) => sources.remove(tx, id));
  }

  async function claim(jobs: JobService): Promise<Job> {
    const [job] = await jobs.claim(1);
    if (!job) throw new Error('No job is due');
    return job;
  }

  async function run({ jobs, handler }: Pick<IndexingParts, 'jobs' | 'handler'>): Promise<void> {
    const job = await claim(jobs);
    await handler.run(job, new AbortController().signal);
    await jobs.complete(job);
  }

  async function source(id: string) {
    return database
      .forSite(siteId, 'background')
      .row<{ status: string; chunks: number; generation: number | null; error: { code: string } | null }>(
        'select status, chunks, generation, error from knowledge_source where id = $1',
        [id],
      );
  }

  /** That the index holds the chunks that PostgreSQL calls current, and no others. */
  async function expectAgreement(id: string, chunks: number): Promise<void> {
    const rows = await database
      .forSite(siteId, 'background')
      .rows<{ id: string }>(
        'select c.id from chunk c join knowledge_source s on s.id = c.source_id and s.generation = c.generation where s.id = $1',
        [id],
      );
    expect(rows).toHaveLength(chunks);
    const hits = await index.search(siteId, { mode: 'keyword', text: 'length', filter: {}, limit: 1_000 });
    const found = hits.filter(({ sourceId }) => sourceId === id).map(({ chunkId }) => chunkId);
    expect(found.toSorted()).toEqual(rows.map((row) => row.id).toSorted());
    expect(await index.count(siteId)).toBe(chunks);
  }

  const siteScope = () => database.forSite(siteId, 'background');
  return {
    database,
    index,
    texts,
    siteId: () => siteId,
    siteScope,
    parts,
    put,
    remove,
    claim,
    run,
    source,
    expectAgreement,
  };
}
