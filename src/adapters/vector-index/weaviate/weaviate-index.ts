import { Filters, type Collection, type FilterValue } from 'weaviate-client';
import type { IndexedChunk, IndexEntry, IndexHit, IndexQuery, VectorIndex } from '../../../ports/vector-index.ts';
import { toBatches } from '../../../shared/to-batches.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { rejectOnAbort } from '../../../shared/timeout.ts';
import { encodeValue } from '../filter-values.ts';
import { DEFAULT_VECTOR_WEIGHT, type VectorWeight } from '../../../ports/vector-weight.ts';
import { searchByMode } from '../fusion.ts';
import { checkVector, requireInput } from '../check-query.ts';
import { writeBatches, store } from './batch.ts';
import { alignCollection, collectionName, formerCollections } from './collection.ts';
import {
  isMissingCollection,
  isMissingTenant,
  WeaviateConnection,
  type CallOptions,
  type WeaviateAccess,
} from './connection.ts';
import { CollectionGuard, type GuardOptions } from './collection-guard.ts';
import { ENTRY_PROPERTIES, toEntry, toObject } from './record.ts';
import { mergeHits, searchByVector, searchByWords, type Leg } from './search.ts';
import { holdsChunksOnce, SITE_NAME, tenantsOfChunk, tenantsOfViewer } from './tenants.ts';
import { TenantDirectory } from './tenant-directory.ts';

export interface WeaviateOptions extends WeaviateAccess, GuardOptions {
  /** The weight of vectors in a hybrid score, 0..1; the rest is the weight of keywords. */
  vectorWeight?: VectorWeight;
}

export type OpenedWeaviate = Awaited<ReturnType<typeof openWeaviateVectorIndex>>;

/**
 * The vector index in Weaviate: one collection per model and format, with tenants per site and access level. Instances
 * share it. Opening it needs no server; while there is none, or no collection of the service, every call fails as an
 * outage. Scores, all within 0..1: `vector`: the cosine; `keyword`: BM25, mapped (see byKeywords); `hybrid`: both,
 * fused (see fuse).
 * See decision 12.
 */
export async function openWeaviateVectorIndex(options: WeaviateOptions) {
  const connection = await WeaviateConnection.open(options);
  const name = collectionName(options);
  const guard = new CollectionGuard(connection, name, options);
  return {
    index: new WeaviateVectorIndex(connection, guard, name, options),
    /** Creates the collection, empty, unless it exists. Several instances may call it. */
    prepare: () => guard.prepare(),
    /**
     * Watches the collection and recreates it when it is missing, after `feed` has written the jobs that fill it.
     * Resolves after the first attempt, whether or not the server answered.
     */
    watch: (feed: () => Promise<void>) => guard.start(feed),
    /** Adds a listener that runs whenever the server is available again after an outage. */
    onBack: (listener: () => void) => connection.onBack(listener),
    /** Updates the collection to the options; returns what could not be changed. */
    align: () => alignCollection(connection, name, options),
    /** Names of this installation's collections for other models and formats. */
    former: () => formerCollections(connection, options),
    removeFormer: (each: string) =>
      connection.call('remove a collection', (client) => client.collections.delete(each), { writes: true }),
  };
}

/** Chunks per page of a listing, and ids per removal. */
const PAGE = 1_000;
/** Number of tenants queried concurrently. */
const TENANTS_AT_ONCE = 8;

class WeaviateVectorIndex implements VectorIndex {
  readonly name: string;
  private readonly connection: WeaviateConnection;
  private readonly guard: CollectionGuard;
  private readonly tenants: TenantDirectory;
  private readonly options: WeaviateOptions;

  constructor(connection: WeaviateConnection, guard: CollectionGuard, name: string, options: WeaviateOptions) {
    this.name = name;
    this.connection = connection;
    this.guard = guard;
    this.tenants = new TenantDirectory(async () =>
      Object.keys(await this.call('list the sites', ({ tenants }) => tenants.get())),
    );
    this.options = options;
  }

  get generation(): string | undefined {
    return this.guard.marker;
  }

  async upsert(siteId: string, chunks: readonly IndexedChunk[]): Promise<void> {
    for (const chunk of chunks) checkVector(chunk.vector, this.options.dimensions);
    if (!SITE_NAME.test(siteId))
      throw new ServiceError('INTERNAL', 'A site id must consist of letters, digits, _ and -');
    if (chunks.length === 0) return;
    const places = chunks.flatMap((chunk) => tenantsOfChunk(siteId, chunk).map((tenant) => ({ tenant, chunk })));
    const placesByTenant = Map.groupBy(places, ({ tenant }) => tenant);
    // A chunk whose access level changed must leave its previous tenant. It also leaves its own one: the server skips an
    // object that it has, although a crash may have lost its vector.
    const former = await this.tenants.of(siteId);
    await this.deleteChunks(
      [...new Set([...former, ...placesByTenant.keys()])],
      chunks.map(({ id }) => id),
    );
    for (const [tenant, tenantPlaces] of placesByTenant) {
      const objects = tenantPlaces.map(({ chunk }) => toObject(chunk));
      await writeBatches(objects, (batch) =>
        this.callTenant(tenant, 'store chunks', (collection) => store(collection, batch), { writes: true }),
      );
      this.tenants.add(siteId, tenant);
    }
  }

  async deleteSource(siteId: string, sourceId: string, options: { keepGeneration?: number } = {}): Promise<void> {
    await this.deleteWhere(await this.tenants.of(siteId), ({ filter }) => {
      const sourceFilter = filter.byProperty('sourceId').equal(encodeValue(sourceId));
      if (options.keepGeneration === undefined) return sourceFilter;
      return Filters.and(sourceFilter, filter.byProperty('generation').notEqual(options.keepGeneration));
    });
  }

  async remove(siteId: string, chunkIds: readonly string[]): Promise<void> {
    if (chunkIds.length > 0) await this.deleteChunks(await this.tenants.of(siteId), chunkIds);
  }

  async deleteSite(siteId: string): Promise<void> {
    const tenants = await this.tenants.fresh(siteId);
    if (tenants.length === 0) return;
    await this.call('remove a site', (collection) => collection.tenants.remove(tenants), { writes: true });
    this.tenants.forget(siteId);
  }

  async search(siteId: string, query: IndexQuery): Promise<IndexHit[]> {
    if (query.mode !== 'keyword') checkVector(requireInput(query, 'vector'), this.options.dimensions);
    query.signal?.throwIfAborted();
    if (!SITE_NAME.test(siteId) || query.limit < 1) return [];
    // Running calls end by their timeout.
    return rejectOnAbort(this.searchTenants(siteId, query), query.signal);
  }

  private async searchTenants(siteId: string, query: IndexQuery): Promise<IndexHit[]> {
    const { access } = query.filter;
    const tenants = access
      ? tenantsOfViewer(siteId, access)
      : (await this.tenants.fresh(siteId)).filter(holdsChunksOnce);
    const hits = await searchByMode(query, this.options.vectorWeight ?? DEFAULT_VECTOR_WEIGHT, {
      byWords: (limit) => this.searchLeg(searchByWords, tenants, query, limit),
      byVector: (limit) => this.searchLeg(searchByVector, tenants, query, limit),
    });
    // An emptied index has no tenants: an empty result must then not mean that nothing matches.
    if (hits.length === 0) await this.guard.readState().then(() => this.guard.assertOwnCollection());
    return hits;
  }

  async count(siteId: string): Promise<number> {
    let count = 0;
    for (const tenant of (await this.tenants.fresh(siteId)).filter(holdsChunksOnce)) {
      count += (await this.callTenant(tenant, 'count chunks', (collection) => collection.length())) ?? 0;
    }
    return count;
  }

  async *list(siteId: string): AsyncGenerator<IndexEntry[]> {
    for (const tenant of (await this.tenants.fresh(siteId)).filter(holdsChunksOnce)) yield* this.listTenant(tenant);
  }

  async sites(): Promise<string[]> {
    return this.tenants.sites();
  }

  /** Runs the query of a search on a missing tenant, which fails without the collection. */
  async check(): Promise<void> {
    await this.guard.readState();
    await this.callTenant('missing', 'count chunks', (collection) => collection.length());
  }

  async close(): Promise<void> {
    this.guard.stop();
    await this.connection.close();
  }

  private async searchLeg(leg: Leg, tenants: readonly string[], query: IndexQuery, limit: number): Promise<IndexHit[]> {
    const { signal } = query;
    const found: IndexHit[][] = [];
    for (const some of toBatches(tenants, TENANTS_AT_ONCE)) {
      const work = some.map((tenant) =>
        this.callTenant(tenant, 'search', (each) => leg(each, query, limit), { signal }),
      );
      for (const hits of await Promise.all(work)) found.push(hits ?? []);
    }
    return mergeHits(found, limit);
  }

  private async *listTenant(tenant: string): AsyncGenerator<IndexEntry[]> {
    for (let after: string | undefined; ;) {
      const options = { limit: PAGE, returnProperties: ENTRY_PROPERTIES, ...(after === undefined ? {} : { after }) };
      const page = await this.callTenant(tenant, 'list chunks', ({ query }) => query.fetchObjects(options));
      const entries = (page?.objects ?? []).map(toEntry);
      if (entries.length > 0) yield entries;
      if (entries.length < PAGE) return;
      after = entries.at(-1)?.chunkId;
    }
  }

  private async deleteChunks(tenants: readonly string[], chunkIds: readonly string[]): Promise<void> {
    for (const ids of toBatches(chunkIds, PAGE)) {
      await this.deleteWhere(tenants, ({ filter }) => filter.byId().containsAny(ids));
    }
  }

  /** One call removes at most as many objects as a query returns, so it is repeated until none is left. */
  private async deleteWhere(tenants: readonly string[], where: (tenant: Collection) => FilterValue): Promise<void> {
    for (const name of tenants) {
      for (;;) {
        const work = (tenant: Collection) => tenant.data.deleteMany(where(tenant));
        const done = await this.callTenant(name, 'remove chunks', work, { writes: true });
        if (!done || done.matches === 0) break;
        if (done.successful === 0)
          throw new ServiceError('UNAVAILABLE', 'The vector index rejected the removal of chunks');
      }
    }
  }

  /** Calls a tenant; undefined if it is missing, because nothing was stored in it. */
  private async callTenant<T>(
    tenant: string,
    what: string,
    work: (tenant: Collection) => Promise<T>,
    options: CallOptions = {},
  ): Promise<T | undefined> {
    try {
      return await this.call(what, (collection) => work(collection.withTenant(tenant)), options);
    } catch (error) {
      if (isMissingTenant(error)) return undefined;
      throw error;
    }
  }

  private async call<T>(
    what: string,
    work: (collection: Collection) => Promise<T>,
    options: CallOptions = {},
  ): Promise<T> {
    const { signal, writes = false } = options;
    await this.guard.assertOwnCollection({ writes });
    try {
      return await this.connection.call(
        what,
        (client) => {
          const collection = client.collections.use(this.name);
          return work(writes ? collection.withConsistency('QUORUM') : collection);
        },
        { signal, writes },
      );
    } catch (error) {
      if (!isMissingCollection(error)) throw error;
      this.guard.invalidate();
      await this.guard.assertOwnCollection();
      throw error;
    }
  }
}
