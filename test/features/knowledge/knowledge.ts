import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { createLocalEmbedder } from '../../../src/adapters/embedder/local.ts';
import { openEmbeddedVectorIndex } from '../../support/embedded-index.ts';
import { type Job, JobService } from '../../../src/features/job/job.service.ts';
import { IndexSource } from '../../../src/features/knowledge/indexing/index-source.ts';
import { ReconcileIndex } from '../../../src/features/knowledge/reconcile-index.ts';
import { SourceService } from '../../../src/features/knowledge/source.service.ts';
import type { Database } from '../../../src/database/database.ts';
import type { IndexedChunk, VectorIndex } from '../../../src/ports/vector-index.ts';
import { newId } from '../../../src/shared/ids.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { chunk } from '../../support/chunk.ts';
import { insertSite } from '../../support/site-row.ts';
import { useDatabase } from '../../support/use-database.ts';
import { use } from '../../support/use.ts';
import { fixedVectors } from '../../support/fixed-vectors.ts';

const embedder = createLocalEmbedder();

/** An embedded index in a folder of its own, for the vectors of the local embedder. */
export function useEmbeddedIndex(): VectorIndex {
  const folder = use(
    async () => ({ path: await mkdtemp(join(tmpdir(), 'lectern-index-')) }),
    ({ path }) => rm(path, { recursive: true, force: true }),
  );
  return use(async () => {
    const { dimensions, model } = embedder;
    const { index } = await openEmbeddedVectorIndex({ dir: folder.path, dimensions, model });
    return index;
  });
}

/** The same index with some methods replaced. */
export function indexWith(index: VectorIndex, changes: Partial<VectorIndex>): VectorIndex {
  return new Proxy(index, {
    get: (_, key) => {
      const value: unknown = Reflect.get(key in changes ? changes : index, key);
      return typeof value === 'function' ? (value.bind(index) as unknown) : value;
    },
  });
}

/** A database and an index that are reconciled, with a new site for each test. */
export function useKnowledge(): Knowledge {
  const knowledge = new Knowledge(useDatabase(), useEmbeddedIndex());
  beforeEach(() => knowledge.reset());
  return knowledge;
}

export class Knowledge {
  readonly database: Database;
  readonly index: VectorIndex;
  readonly embedder = embedder;
  jobs!: JobService;
  siteId = '';
  private sources!: SourceService;
  private readonly texts = new Map<string, string>();

  constructor(database: Database, index: VectorIndex) {
    this.database = database;
    this.index = index;
  }

  async reset(): Promise<void> {
    this.jobs = new JobService(this.database, { dispatch: () => {} });
    this.sources = new SourceService(this.jobs);
    await this.database.system.rows('delete from job');
    this.siteId = await insertSite(this.database.system);
  }

  reconciling(index: VectorIndex = this.index): ReconcileIndex {
    const { database, jobs } = this;
    return new ReconcileIndex({ database, vectors: fixedVectors(index, embedder), jobs, log: createLogger('silent') });
  }

  /** Writes a source; its job waits. */
  async put(word: string, id = newId(), kind: 'document' | 'content' = 'document'): Promise<string> {
    this.texts.set(id, word);
    const facts = { id, kind, title: 'Title', fileName: 'Title', contentType: 'document', requiredSubscriptions: [] };
    await this.database
      .forSite(this.siteId, 'background')
      .write((tx) => this.sources.put(tx, { ...facts, accessLevel: 'public' }));
    return id;
  }

  async remove(id: string): Promise<void> {
    this.texts.delete(id);
    await this.database.forSite(this.siteId, 'background').write((tx) => this.sources.remove(tx, id));
  }

  /** Runs the waiting jobs, on another index if given. */
  async work(index: VectorIndex = this.index): Promise<void> {
    const read = async (_scope: unknown, id: string) => {
      const text = this.texts.get(id);
      return text === undefined
        ? null
        : { title: 'Title', blocks: [{ kind: 'paragraph' as const, text }], embed: true };
    };
    const vectors = fixedVectors(index, embedder);
    const handler = new IndexSource(this.database, vectors, { document: { read }, content: { read } });
    for (let job = await this.claimed(); job; job = await this.claimed()) {
      await handler.run(job, new AbortController().signal);
      await this.jobs.complete(job);
    }
  }

  async indexedSource(word: string): Promise<string> {
    const id = await this.put(word);
    await this.work();
    return id;
  }

  /** The sources that a keyword search finds. */
  async found(word: string): Promise<string[]> {
    const hits = await this.index.search(this.siteId, { mode: 'keyword', text: word, filter: {}, limit: 100 });
    return hits.map(({ sourceId }) => sourceId);
  }

  /** A chunk of no source of the site, unless one is given. */
  stray(given: Partial<IndexedChunk> = {}): IndexedChunk {
    const vector = new Float32Array(embedder.dimensions).fill(0.1);
    return chunk({ text: 'stray', vector, ...given });
  }

  /** The index with some methods replaced. */
  indexWith(changes: Partial<VectorIndex>): VectorIndex {
    return indexWith(this.index, changes);
  }

  private async claimed(): Promise<Job | undefined> {
    return (await this.jobs.claim(1, ['index-source']))[0];
  }
}
