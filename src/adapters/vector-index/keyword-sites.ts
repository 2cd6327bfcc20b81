import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ZVecDoc } from '@zvec/zvec';
import type { CompactingCollection } from './compacting-collection.ts';
import { BUCKETS } from './embedded-collection.ts';
import { equals } from './embedded-filter.ts';
import { ENTRY_FIELDS, toEntry } from './embedded-record.ts';
import { KeywordIndex } from './keyword-index.ts';

/**
 * Maximum number of chunks in memory for all sites, about 2 KB each; above it the least recently searched sites are
 * removed.
 */
const MAX_CACHED = 100_000;
/** Chunks read before the event loop gets its turn. */
const PORTION = 500;
/** Buckets counted at once: an eighth of a site, so that sites of up to 800,000 chunks are counted correctly. */
const COUNTED = BUCKETS / 8;
/** Maximum number of results of one query of the collection. */
const ALL = 100_000;

/** Keyword indexes of the sites in use; each is read from the collection when its site is first searched. */
export class KeywordSites {
  private readonly collection: CompactingCollection;
  /** Least recently used first. */
  private readonly sites = new Map<string, Promise<KeywordIndex>>();
  private readonly ready = new Map<string, KeywordIndex>();

  constructor(collection: CompactingCollection) {
    this.collection = collection;
  }

  async of(siteId: string): Promise<KeywordIndex> {
    const site = this.sites.get(siteId) ?? this.load(siteId);
    this.sites.delete(siteId);
    this.sites.set(siteId, site);
    this.letGo(siteId);
    return site;
  }

  /**
   * Runs a write that must update the site's index if it is in memory. It waits for an index that is being read, and
   * the write runs within one turn of the event loop, so that no reader or search sees a partial write.
   */
  async change(siteId: string, write: (held: KeywordIndex | undefined) => void): Promise<void> {
    while (this.sites.has(siteId) && !this.ready.has(siteId)) await this.sites.get(siteId)?.catch(() => undefined);
    write(this.ready.get(siteId));
  }

  count(siteId: string): number {
    const held = this.ready.get(siteId);
    if (held) return held.size;
    let count = 0;
    for (let from = 0; from < BUCKETS; from += COUNTED) {
      count += this.portion(equals('site', siteId), from, COUNTED, []).length;
    }
    return count;
  }

  /**
   * Results of the filter (all chunks if it is empty), in parts between which the event loop gets its turn.
   * @param expected estimated number of results
   */
  async *docs(filter: string, outputFields: string[], expected: number): AsyncGenerator<ZVecDoc[]> {
    const buckets = Math.max(1, Math.floor((BUCKETS * PORTION) / Math.max(1, expected)));
    for (let from = 0; from < BUCKETS; from += buckets) {
      yield this.portion(filter, from, buckets, outputFields);
      await nextTurn();
    }
  }

  forget(siteId: string): void {
    this.sites.delete(siteId);
    this.ready.delete(siteId);
  }

  private load(siteId: string): Promise<KeywordIndex> {
    const loading = this.read(siteId).then(
      (index) => {
        this.ready.set(siteId, index);
        return index;
      },
      (error: unknown) => {
        this.sites.delete(siteId);
        throw error;
      },
    );
    return loading;
  }

  private async read(siteId: string): Promise<KeywordIndex> {
    const index = new KeywordIndex();
    for await (const docs of this.docs(equals('site', siteId), ENTRY_FIELDS, this.count(siteId))) {
      for (const doc of docs) {
        const { entry, terms } = toEntry(doc);
        index.put(entry, terms);
      }
    }
    return index;
  }

  private portion(filter: string, from: number, buckets: number, outputFields: string[]): ZVecDoc[] {
    const bucket = `bucket >= ${from} and bucket < ${from + buckets}`;
    const whole = filter === '' ? bucket : `${filter} and ${bucket}`;
    return this.collection.querySync({ filter: whole, topk: ALL, outputFields });
  }

  private letGo(keep: string): void {
    let held = 0;
    for (const index of this.ready.values()) held += index.size;
    for (const siteId of this.sites.keys()) {
      if (held <= MAX_CACHED) return;
      if (siteId === keep || !this.ready.has(siteId)) continue;
      held -= this.ready.get(siteId)?.size ?? 0;
      this.forget(siteId);
    }
  }
}
