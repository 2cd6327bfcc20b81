import type { ZVecDoc, ZVecQuery } from '@zvec/zvec';
import type { CompactingCollection } from './compacting-collection.ts';
import { BUCKETS, equals } from './embedded-collection.ts';
import { type Steps, loopScheduler } from '../../../shared/loop-scheduler.ts';
import { DotProducts } from './dot-products.ts';
import { ENTRY_FIELDS, toEntry } from './embedded-record.ts';
import { SiteIndex } from './site-index.ts';

/**
 * Maximum number of chunks in memory for all sites but the largest, about 4 KB each with vectors of 1,024 numbers; above it
 * the least recently searched sites are removed. The largest is not counted: searches of a site with more chunks than these
 * would otherwise read it again each time.
 */
const MAX_CACHED = 60_000;
/** Chunks read by one query: their conversion takes some ms of the event loop. */
const PORTION = 250;
/** Buckets counted at once: an eighth of a site, so that sites of up to 800,000 chunks are counted correctly. */
const COUNTED = BUCKETS / 8;
/** Maximum number of results of one query of the collection. */
const ALL = 100_000;

/** The indexes of the sites in use; each is read from the collection when its site is first searched. */
export class SiteIndexes {
  private readonly collection: CompactingCollection;
  private readonly products: DotProducts;
  /** Least recently used first. */
  private readonly sites = new Map<string, Promise<SiteIndex>>();
  private readonly ready = new Map<string, SiteIndex>();

  constructor(collection: CompactingCollection, dimensions: number) {
    this.collection = collection;
    this.products = new DotProducts(dimensions);
  }

  async of(siteId: string): Promise<SiteIndex> {
    const site = this.sites.get(siteId) ?? this.load(siteId);
    this.sites.delete(siteId);
    this.sites.set(siteId, site);
    this.evict(siteId);
    return site;
  }

  /**
   * Runs a write that must update the site's index if it is in memory. It waits for an index that is being read, and
   * the write runs within one turn of the event loop, so that no reader or search sees a partial write.
   */
  async change<T>(siteId: string, write: (loaded: SiteIndex | undefined) => T): Promise<T> {
    while (this.sites.has(siteId) && !this.ready.has(siteId)) await this.sites.get(siteId)?.catch(() => undefined);
    return write(this.ready.get(siteId));
  }

  /** Reads beside the event loop if the site is not in memory. */
  async count(siteId: string): Promise<number> {
    const loaded = this.ready.get(siteId);
    if (loaded) return loaded.size;
    let count = 0;
    for (let from = 0; from < BUCKETS; from += COUNTED) {
      count += (await this.portion(equals('site', siteId), from, COUNTED, { outputFields: [] })).length;
    }
    return count;
  }

  /**
   * Results of the filter (all chunks if it is empty), in parts that are read beside the event loop.
   * @param expected estimated number of results
   */
  async *docs(filter: string, output: Output, expected: number): AsyncGenerator<ZVecDoc[]> {
    const buckets = Math.max(1, Math.floor((BUCKETS * PORTION) / Math.max(1, expected)));
    for (let from = 0; from < BUCKETS; from += buckets) {
      yield await this.portion(filter, from, buckets, output);
    }
  }

  forget(siteId: string): void {
    this.sites.delete(siteId);
    this.ready.delete(siteId);
  }

  private async load(siteId: string): Promise<SiteIndex> {
    try {
      const index = await this.read(siteId);
      this.ready.set(siteId, index);
      return index;
    } catch (error) {
      this.sites.delete(siteId);
      throw error;
    }
  }

  private async read(siteId: string): Promise<SiteIndex> {
    const index = new SiteIndex(this.products);
    const output = { outputFields: ENTRY_FIELDS, includeVector: true };
    for await (const docs of this.docs(equals('site', siteId), output, await this.count(siteId))) {
      await loopScheduler.run(siteId, addTo(index, docs));
    }
    return index;
  }

  private portion(filter: string, from: number, buckets: number, output: Output): Promise<ZVecDoc[]> {
    const bucket = `bucket >= ${from} and bucket < ${from + buckets}`;
    const whole = filter === '' ? bucket : `${filter} and ${bucket}`;
    return this.collection.query({ ...output, filter: whole, topk: ALL });
  }

  private evict(keep: string): void {
    let [total, largest] = [0, 0];
    for (const { size } of this.ready.values()) {
      total += size;
      largest = Math.max(largest, size);
    }
    for (const siteId of this.sites.keys()) {
      if (total - largest <= MAX_CACHED) return;
      const size = this.ready.get(siteId)?.size;
      if (siteId === keep || size === undefined || size === largest) continue;
      total -= size;
      this.forget(siteId);
    }
  }
}

function* addTo(index: SiteIndex, docs: readonly ZVecDoc[]): Steps<void> {
  for (const doc of docs) {
    const { entry, terms, vector } = toEntry(doc);
    index.put(entry, terms, vector);
    yield;
  }
}

type Output = Pick<ZVecQuery, 'outputFields' | 'includeVector'>;
