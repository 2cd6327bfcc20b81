import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ZVecCollection, ZVecDoc, ZVecDocInput, ZVecQuery, ZVecStatus } from '@zvec/zvec';
import { toBatches } from '../../../shared/to-batches.ts';

/** Fewer replaced and deleted chunks, 40 MB of vectors with 1,024 numbers, are not worth a copy of the others. */
const MIN_DEAD = 10_000;
/** Copied in one turn of the event loop, which takes about 1 ms. */
const BATCH = 10;
/** Between batches, so that requests get more of the processor than the copy does. */
const PAUSE_MS = 5;
/**
 * Read by one query, beside the event loop, of which their conversion takes some ms; at least a bucket. `fetchSync` takes up to
 * 10 ms for each chunk where 40,000 were written since the start (zvec 0.7.0), and blocks.
 */
const READ = 100;
/** Maximum number of results of one query of the collection. */
const ALL = 100_000;
const BYTES_OF_NUMBER = 4;
/** The code of a status that says that there is no such chunk. */
const MISSING = 'ZVEC_NOT_FOUND';

/** Where the files of a collection are. */
export interface CollectionFolders {
  path(folder: string): string;
  /** An empty collection. */
  create(folder: string): ZVecCollection;
  /** At the next start the collection in this folder is opened. */
  select(folder: string): Promise<void>;
}

export interface CompactingOptions {
  folders: CollectionFolders;
  dimensions: number;
  /** The chunks are divided into this many parts by their field `bucket`. */
  buckets: number;
  /** Replaced and deleted chunks from which on the others are copied, unless these are more. Default: 10,000. */
  minDead?: number | undefined;
  /** A compaction has failed; the collection is what it was. */
  onError?: ((error: unknown) => void) | undefined;
}

/**
 * A collection that gives back the space of replaced and deleted chunks, which zvec only marks. Its `optimize` removes them
 * too, but gives chunks the vectors of others if it runs beside writes (0.7.0, see
 * https://github.com/alibaba/zvec/issues/724). So the others are copied into a new collection, a few at a time while this one is
 * read and written, and the new one takes its place. Writes in between go to both.
 */
export class CompactingCollection {
  private readonly options: CompactingOptions;
  private current: ZVecCollection;
  private folder: string;
  /** Of the current collection, beside the event loop. */
  private reads = new Set<Promise<unknown>>();
  /** Chunks that its files hold, replaced and deleted ones included. */
  private written = 0;
  private nextAttempt = 0;
  private isComplete = false;
  private isClosing = false;
  /** The collection that is being written; null also after a write to it has failed. */
  private copy: ZVecCollection | null = null;
  /** Ids of what was written and deleted while the copy waits to be given what a query has read. */
  private readonly changed = new Set<string>();
  private compacting: Promise<void> | null = null;

  constructor(current: ZVecCollection, folder: string, options: CompactingOptions) {
    this.current = current;
    this.folder = folder;
    this.options = options;
  }

  /** Until then it is not compacted. */
  async confirmComplete(): Promise<void> {
    const { folders, dimensions } = this.options;
    const inFiles = (await vectorBytes(folders.path(this.folder))) / (dimensions * BYTES_OF_NUMBER);
    this.written = Math.max(this.written, Math.floor(inFiles));
    this.isComplete = true;
  }

  upsert(documents: ZVecDocInput[]): ZVecStatus[] {
    const statuses = this.current.upsertSync(documents);
    if (this.copy) {
      for (const { id } of documents) this.changed.add(id);
      if (this.copy.upsertSync(documents).some(isFailed)) this.copy = null;
    }
    this.written += documents.length;
    this.compactIfWorthwhile();
    return statuses;
  }

  /** Missing ones are no error. */
  delete(ids: string[]): void {
    this.current.deleteSync(ids);
    if (!this.copy) return;
    for (const id of ids) this.changed.add(id);
    if (this.copy.deleteSync(ids).some((status) => isFailed(status) && status.code !== MISSING)) this.copy = null;
  }

  /** Beside the event loop. */
  query(query: ZVecQuery): Promise<ZVecDoc[]> {
    const { reads } = this;
    const read = this.current.query(query);
    reads.add(read);
    return read.finally(() => reads.delete(read));
  }

  /** After the queries that run. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.compacting;
    await Promise.allSettled(this.reads);
    this.current.closeSync();
  }

  private compactIfWorthwhile(): void {
    if (!this.isComplete || this.compacting || this.isClosing || this.written < this.nextAttempt) return;
    const { minDead = MIN_DEAD } = this.options;
    const { docCount } = this.current.stats;
    if (this.written - docCount < Math.max(minDead, docCount)) return;
    this.nextAttempt = this.written + minDead;
    this.compacting = this.compact().finally(() => {
      this.compacting = null;
    });
  }

  /** Never rejects: without it the collection is larger, and all else is the same. */
  private async compact(): Promise<void> {
    const { folders, onError } = this.options;
    const folder = nextFolder(this.folder);
    let copy: ZVecCollection | undefined;
    let isSelected = false;
    try {
      await rm(folders.path(folder), { recursive: true, force: true });
      copy = folders.create(folder);
      this.copy = copy;
      isSelected = (await this.fill(copy)) && (await this.select(folder, copy));
    } catch (error) {
      onError?.(error);
    }
    // Not within `try`: from here on the copy serves, and an error must not remove it.
    if (copy && isSelected) return this.continueWith(copy, folder);
    this.copy = null;
    await this.discard(copy, folder);
  }

  /** False if the copy cannot be used. */
  private async fill(copy: ZVecCollection): Promise<boolean> {
    const { buckets } = this.options;
    const portion = Math.max(1, Math.floor((buckets * READ) / Math.max(1, this.current.stats.docCount)));
    for (let from = 0; from < buckets; from += portion) {
      this.changed.clear();
      const filter = `bucket >= ${from} and bucket < ${from + portion}`;
      const found = await this.query({ filter, topk: ALL, includeVector: true });
      for (const some of toBatches(found, BATCH)) {
        await delay(PAUSE_MS);
        if (this.isClosing || this.copy !== copy) return false;
        // The copy has the others in their newer version, or no longer.
        const documents = some
          .filter(({ id }) => !this.changed.has(id))
          .map(({ id, vectors, fields }) => ({ id, vectors, fields }));
        if (documents.length > 0 && copy.upsertSync(documents).some(isFailed)) return false;
      }
    }
    return true;
  }

  private async select(folder: string, copy: ZVecCollection): Promise<boolean> {
    await this.options.folders.select(folder);
    // A write may have failed meanwhile.
    if (this.copy === copy) return true;
    await this.options.folders.select(this.folder);
    return false;
  }

  private async continueWith(copy: ZVecCollection, folder: string): Promise<void> {
    const former = { collection: this.current, folder: this.folder, reads: this.reads };
    this.current = copy;
    this.folder = folder;
    this.reads = new Set();
    this.written = copy.stats.docCount;
    this.nextAttempt = 0;
    this.copy = null;
    await Promise.allSettled(former.reads);
    await this.discard(former.collection, former.folder);
  }

  private async discard(collection: ZVecCollection | undefined, folder: string): Promise<void> {
    try {
      collection?.closeSync();
      await rm(this.options.folders.path(folder), { recursive: true, force: true });
    } catch (error) {
      this.options.onError?.(error);
    }
  }
}

function isFailed({ ok }: ZVecStatus): boolean {
  return !ok;
}

/** `chunks`, `chunks-2`, `chunks-3`, … */
function nextFolder(folder: string): string {
  const [name, number = '1'] = folder.split('-');
  return `${name}-${Number(number) + 1}`;
}

async function vectorBytes(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const vectors = files.filter((file) => file.isFile() && file.name.startsWith('vector.'));
  const sizes = await Promise.all(vectors.map((file) => stat(join(file.parentPath, file.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
