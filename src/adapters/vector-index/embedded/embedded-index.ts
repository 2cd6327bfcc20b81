import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexedChunk, IndexEntry, IndexHit, IndexQuery, VectorIndex } from '../../../ports/vector-index.ts';
import type { IndexState } from '../../../ports/vector-space.ts';
import { type Steps, loopScheduler } from '../../../shared/loop-scheduler.ts';
import { toBatches } from '../../../shared/to-batches.ts';
import { entryFile } from '../../../shared/paths.ts';
import { BackgroundThread } from '../../../shared/process/background-thread.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { OutageError } from '../../../shared/outage.ts';
import { queryTerms } from '../../../text/terms.ts';
import type { CompactingCollection } from './compacting-collection.ts';
import {
  chunkKey,
  equals,
  openCollection,
  type CollectionOptions,
  type OpenedCollection,
} from './embedded-collection.ts';
import { compileFilter } from './embedded-filter.ts';
import { SOURCE_FIELDS, parseTerms, toRecord, toSource, type ChunkRecord } from './embedded-record.ts';
import { decodeValue } from '../filter-values.ts';
import { DEFAULT_VECTOR_WEIGHT, type VectorWeight } from '../../../ports/vector-weight.ts';
import { searchByMode } from '../fusion.ts';
import type { EntryFilter, SiteIndex } from './site-index.ts';
import { SiteIndexes } from './site-indexes.ts';
import { checkVector, requireInput } from '../check-query.ts';
import { type CountedText, countText } from './stored-terms.ts';

interface EmbeddedOptions extends CollectionOptions {
  /**
   * The weight of vectors in a hybrid score, 0..1; the rest is the weight of keywords. The default suits lexical
   * vectors, which add little to keywords; use about half for a semantic model.
   */
  vectorWeight?: VectorWeight;
  /** How long to wait for a folder that another process has open; default 15 s. */
  patienceMs?: number;
}

/** The index's name, used in its jobs. */
export const EMBEDDED_INDEX = 'embedded';

/**
 * A child process that was started while the index was open keeps its lock until it exits, even if this service was
 * killed: extraction processes exit some seconds later.
 */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 200;
/** Writes block the event loop: this many chunks take about 2 ms. Their words are counted in a thread before. */
const BATCH = 20;
const DELETED_AT_ONCE = 200;
/** How ZVec says that it could not write to its files, on a full disk for example. */
const WRITE_FAILURE = /WAL|flush|I\/?O error|no space/i;
const THREAD = entryFile('adapters/vector-index/embedded/stored-terms.thread');
/** Assumed number of chunks when all sites are listed together. */
const ALL_CHUNKS = 16_000;

/**
 * The vector index inside this process: chunks are stored in a zvec collection below `dir`, and those of the sites in use are
 * searched in memory.
 * Only one process at a time can open it; a second one fails with `UNAVAILABLE`. An index that is missing, damaged,
 * unreadable or for another model, dimension or format starts empty. Until `open` has resolved every use fails with
 * `UNAVAILABLE`. Scores, all within 0..1 and comparable between
 * queries of the same mode:
 * - `vector`: the cosine; hits at or below 0 are unrelated to the query and removed.
 * - `keyword`: BM25 relative to its upper bound for the query (see SiteIndex).
 * - `hybrid`: both, fused (see fuse); the best score is at most the weighted mean of the best scores of both.
 * See decision 157.
 */
export class EmbeddedVectorIndex implements VectorIndex {
  readonly name = EMBEDDED_INDEX;
  private opened: { collection: CompactingCollection; sites: SiteIndexes } | null = null;
  private readonly options: EmbeddedOptions;
  private readonly running = new Set<Promise<unknown>>();
  private readonly thread = new BackgroundThread<{ title: string; text: string }[], CountedText[]>(THREAD);

  constructor(options: EmbeddedOptions) {
    this.options = options;
  }

  async open(): Promise<IndexState> {
    const { collection, ...state } = await openOnceFree(this.options);
    this.opened = { collection, sites: new SiteIndexes(collection, this.options.dimensions) };
    return state;
  }

  async upsert(siteId: string, chunks: readonly IndexedChunk[]): Promise<void> {
    for (const chunk of chunks) checkVector(chunk.vector, this.options.dimensions);
    for (const batch of toBatches(chunks, BATCH)) {
      const counted = await this.thread.run(batch.map(({ title, text }) => ({ title, text })));
      const records = batch.map((chunk, at) => toRecord(siteId, chunk, counted[at] ?? countText(chunk)));
      await this.siteIndexes.change(siteId, (loaded) => this.write(records, loaded));
      await nextTurn();
    }
  }

  async deleteSource(siteId: string, sourceId: string, options: { keepGeneration?: number } = {}): Promise<void> {
    const { keepGeneration } = options;
    const source = `${equals('site', siteId)} and ${equals('source', sourceId)}`;
    const filter = keepGeneration === undefined ? source : `${source} and generation != ${wholeNumber(keepGeneration)}`;
    const isDone = await this.siteIndexes.change(siteId, (loaded) => {
      const entries = loaded?.ofSource(sourceId).filter(({ generation }) => generation !== keepGeneration);
      if (entries) this.delete(siteId, new Set(entries.map(({ id }) => id)), loaded);
      return entries !== undefined;
    });
    if (!isDone) await this.deleteWhere(siteId, filter);
  }

  async remove(siteId: string, chunkIds: readonly string[]): Promise<void> {
    await this.siteIndexes.change(siteId, (loaded) => this.delete(siteId, new Set(chunkIds), loaded));
  }

  async deleteSite(siteId: string): Promise<void> {
    await this.deleteWhere(siteId, equals('site', siteId));
    this.siteIndexes.forget(siteId);
  }

  async search(siteId: string, query: IndexQuery): Promise<IndexHit[]> {
    const { limit, signal } = query;
    signal?.throwIfAborted();
    const filter = compileFilter(query.filter);
    if (!filter || limit < 1) return [];
    const site = await this.run(this.siteIndexes.of(siteId));
    signal?.throwIfAborted();
    const { dimensions, vectorWeight = DEFAULT_VECTOR_WEIGHT } = this.options;
    return searchByMode(query, vectorWeight, {
      byWords: (max) => {
        const text = requireInput(query, 'text');
        return loopScheduler.run(siteId, findWords(site, text, filter, max));
      },
      byVector: (max) => {
        const vector = requireInput(query, 'vector');
        checkVector(vector, dimensions);
        return loopScheduler.run(siteId, site.byVector(vector, filter, max));
      },
    });
  }

  async count(siteId: string): Promise<number> {
    return this.siteIndexes.count(siteId);
  }

  async *list(siteId: string): AsyncGenerator<IndexEntry[]> {
    for await (const docs of this.siteIndexes.docs(
      equals('site', siteId),
      { outputFields: SOURCE_FIELDS },
      await this.siteIndexes.count(siteId),
    )) {
      if (docs.length > 0) yield docs.map(toSource);
      this.assertOpen();
    }
  }

  async sites(): Promise<string[]> {
    const sites = new Set<string>();
    for await (const docs of this.siteIndexes.docs('', { outputFields: ['site'] }, ALL_CHUNKS)) {
      for (const { fields } of docs) sites.add(decodeValue(String(fields['site'])));
      this.assertOpen();
    }
    return [...sites];
  }

  async check(): Promise<void> {
    await this.collection.query({ filter: 'bucket >= 0', topk: 1, outputFields: [] });
  }

  async close(): Promise<void> {
    const opened = this.opened;
    this.opened = null;
    await Promise.allSettled(this.running);
    await this.thread.close();
    await opened?.collection.close();
  }

  private write(records: readonly ChunkRecord[], loaded: SiteIndex | undefined): void {
    const failed = this.collection.upsert(records.map((record) => record.stored)).find((status) => !status.ok);
    if (failed) throw rejected(failed.message);
    for (const { entry, stored } of records) loaded?.put(entry, parseTerms(stored.fields.terms), stored.vectors.vector);
  }

  private delete(siteId: string, chunkIds: ReadonlySet<string>, loaded: SiteIndex | undefined): void {
    const keys = [...chunkIds].map((id) => chunkKey(siteId, id));
    for (const some of toBatches(keys, DELETED_AT_ONCE)) this.collection.delete(some);
    loaded?.remove(chunkIds);
  }

  /** Finds what is to be deleted beside the event loop: a filter takes longer the more chunks there are. */
  private async deleteWhere(siteId: string, filter: string): Promise<void> {
    let deleted: ReadonlySet<string> = new Set();
    for (;;) {
      const query = { filter, topk: DELETED_AT_ONCE, outputFields: ['chunk'] };
      const found = await this.collection.query(query);
      if (found.length === 0) return;
      // A failed status alone may also say that another call has deleted the chunk meanwhile.
      if (found.some(({ id }) => deleted.has(id)))
        throw new ServiceError('UNAVAILABLE', 'The vector index deletes nothing');
      const chunks = new Set(found.map(({ fields }) => decodeValue(String(fields['chunk']))));
      await this.siteIndexes.change(siteId, (loaded) => this.delete(siteId, chunks, loaded));
      deleted = new Set(found.map(({ id }) => id));
    }
  }

  /** Delays `close`: the collection must not be closed during a query. */
  private run<T>(work: Promise<T>): Promise<T> {
    this.running.add(work);
    return work.finally(() => this.running.delete(work));
  }

  private get collection(): CompactingCollection {
    return this.assertOpen().collection;
  }

  private get siteIndexes(): SiteIndexes {
    return this.assertOpen().sites;
  }

  private assertOpen(): { collection: CompactingCollection; sites: SiteIndexes } {
    if (!this.opened) throw new ServiceError('UNAVAILABLE', 'The vector index is not open');
    return this.opened;
  }
}

function* findWords(site: SiteIndex, text: string, filter: EntryFilter, max: number): Steps<IndexHit[]> {
  const words = queryTerms(text);
  yield;
  return yield* site.byWords(words, filter, max);
}

/** Waits for a folder that another process has open; fails if it stays open. */
async function openOnceFree(options: EmbeddedOptions): Promise<OpenedCollection> {
  const until = Date.now() + (options.patienceMs ?? PATIENCE_MS);
  for (;;) {
    try {
      return await openCollection(options);
    } catch (error) {
      const isInUse = error instanceof ServiceError && error.code === 'UNAVAILABLE';
      if (!isInUse || Date.now() >= until) throw error;
      await delay(LOOK_EVERY_MS);
    }
  }
}

function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value)) throw new ServiceError('INTERNAL', 'A generation must be an integer');
  return value;
}

/** A chunk that cannot be written for the time being waits; its text is not the cause. */
function rejected(reason: string): ServiceError {
  const message = `The vector index rejected a chunk: ${reason}`;
  return WRITE_FAILURE.test(reason)
    ? new OutageError('vector index', message)
    : new ServiceError('UNAVAILABLE', message);
}
