import { Filters, type Collection, type FilterValue } from 'weaviate-client';
import type { IndexedChunk, IndexEntry, IndexHit, IndexQuery, VectorIndex } from '../../ports/vector-index.ts';
import { ServiceError } from '../../shared/errors.ts';
import { encodeValue } from './filter-values.ts';
import { checkVector, required } from './required.ts';
import { inBatches, store } from './weaviate-batch.ts';
import {
  alignCollection,
  collectionExists,
  collectionName,
  createCollection,
  formerCollections,
  removeCollection,
  type CollectionOptions,
} from './weaviate-collection.ts';
import { isMissingTenant, WeaviateConnection, type CallOptions, type WeaviateAccess } from './weaviate-connection.ts';
import { ENTRY_PROPERTIES, toEntry, toObject } from './weaviate-record.ts';
import { find } from './weaviate-search.ts';

export interface WeaviateOptions extends WeaviateAccess, CollectionOptions {
  /** The vectors' share of a hybrid score, 0..1; the rest is the words'. */
  vectorWeight?: number;
}

export interface OpenedWeaviate {
  index: VectorIndex;
  /** The collection is not there yet: `prepare` makes it, empty. */
  missing: boolean;
  /** Makes the collection, or brings an existing one in line with the options; answers what could not be. Any number of instances may. */
  prepare: () => Promise<string[]>;
  /** Names of this installation's collections for other models and formats. */
  former: () => Promise<string[]>;
  removeFormer: (name: string) => Promise<void>;
}

/**
 * The vector index in Weaviate: a collection per model and format, in it a tenant per site. Instances share it.
 * Until `prepare` was called once, for all instances and times, it holds nothing and refuses.
 *
 * Scores, all within 0..1: `vector`: the cosine; `keyword`: BM25, bent (see byWords); `hybrid`: relative to the best hits of the
 * same query, as the server fuses them: 1 is the best of both legs, however good those are.
 */
export async function openWeaviateVectorIndex(options: WeaviateOptions): Promise<OpenedWeaviate> {
  const connection = await WeaviateConnection.open(options);
  try {
    const name = collectionName(options);
    const missing = !(await collectionExists(connection, name));
    return {
      index: new WeaviateVectorIndex(connection, name, options),
      missing,
      prepare: async () => {
        if (!(await collectionExists(connection, name))) await createCollection(connection, name, options);
        return alignCollection(connection, name, options);
      },
      former: () => formerCollections(connection, options),
      removeFormer: (each) => removeCollection(connection, each),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

const DEFAULT_VECTOR_WEIGHT = 0.3;
/** Chunks per page of a listing, and ids per removal. */
const PAGE = 1_000;
/** What the server takes for the name of a tenant. */
const TENANT = /^[A-Za-z0-9_-]{1,64}$/;

class WeaviateVectorIndex implements VectorIndex {
  readonly name: string;
  readonly #connection: WeaviateConnection;
  readonly #dimensions: number;
  readonly #vectorWeight: number;

  constructor(connection: WeaviateConnection, name: string, options: WeaviateOptions) {
    this.name = name;
    this.#connection = connection;
    this.#dimensions = options.dimensions;
    this.#vectorWeight = options.vectorWeight ?? DEFAULT_VECTOR_WEIGHT;
  }

  async upsert(siteId: string, chunks: readonly IndexedChunk[]): Promise<void> {
    for (const chunk of chunks) checkVector(chunk.vector, this.#dimensions);
    if (!TENANT.test(siteId)) throw new ServiceError('INTERNAL', 'A site is named by letters, digits, _ and -');
    await inBatches(chunks.map(toObject), (batch) =>
      this.#inTenant(siteId, 'store chunks', (tenant) => store(tenant, batch), { writes: true }),
    );
  }

  async deleteSource(siteId: string, sourceId: string, options: { keepGeneration?: number } = {}): Promise<void> {
    await this.#deleteWhere(siteId, ({ filter }) => {
      const ofSource = filter.byProperty('sourceId').equal(encodeValue(sourceId));
      if (options.keepGeneration === undefined) return ofSource;
      return Filters.and(ofSource, filter.byProperty('generation').notEqual(options.keepGeneration));
    });
  }

  async remove(siteId: string, chunkIds: readonly string[]): Promise<void> {
    for (let from = 0; from < chunkIds.length; from += PAGE) {
      const ids = chunkIds.slice(from, from + PAGE);
      await this.#deleteWhere(siteId, ({ filter }) => filter.byId().containsAny(ids));
    }
  }

  async deleteSite(siteId: string): Promise<void> {
    if (!TENANT.test(siteId)) return;
    await this.#call('remove a site', ({ tenants }) => tenants.remove(siteId), { writes: true });
  }

  async search(siteId: string, query: IndexQuery): Promise<IndexHit[]> {
    if (query.mode !== 'keyword') checkVector(required(query, 'vector'), this.#dimensions);
    const { signal } = query;
    const hits = await this.#inTenant(siteId, 'search', (tenant) => find(tenant, query, this.#vectorWeight), {
      signal,
    });
    return (hits ?? []).toSorted((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1)).slice(0, query.limit);
  }

  async count(siteId: string): Promise<number> {
    return (await this.#inTenant(siteId, 'count chunks', (tenant) => tenant.length())) ?? 0;
  }

  async *list(siteId: string): AsyncGenerator<IndexEntry[]> {
    for (let after: string | undefined; ;) {
      const options = { limit: PAGE, returnProperties: ENTRY_PROPERTIES, ...(after === undefined ? {} : { after }) };
      const page = await this.#inTenant(siteId, 'list chunks', ({ query }) => query.fetchObjects(options));
      const entries = (page?.objects ?? []).map(toEntry);
      if (entries.length > 0) yield entries;
      if (entries.length < PAGE) return;
      after = entries.at(-1)?.chunkId;
    }
  }

  async sites(): Promise<string[]> {
    return Object.keys(await this.#call('list the sites', ({ tenants }) => tenants.get()));
  }

  /** Asks what a search would, of a tenant that is not there: without the collection that fails. */
  async check(): Promise<void> {
    await this.count('nobody');
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  /** One call removes no more than a server answers to a query: it is repeated until there is nothing left. */
  async #deleteWhere(siteId: string, where: (tenant: Collection) => FilterValue): Promise<void> {
    const work = (tenant: Collection) => tenant.data.deleteMany(where(tenant));
    for (;;) {
      const done = await this.#inTenant(siteId, 'remove chunks', work, { writes: true });
      if (!done || done.matches === 0) return;
      if (done.successful === 0) throw new ServiceError('UNAVAILABLE', 'The vector index refused to remove chunks');
    }
  }

  /** Undefined for a site that has no tenant, as it never had a chunk or can't have one. */
  async #inTenant<T>(
    siteId: string,
    what: string,
    work: (tenant: Collection) => Promise<T>,
    options: CallOptions = {},
  ): Promise<T | undefined> {
    if (!TENANT.test(siteId)) return undefined;
    try {
      return await this.#call(what, (collection) => work(collection.withTenant(siteId)), options);
    } catch (error) {
      if (isMissingTenant(error)) return undefined;
      throw error;
    }
  }

  #call<T>(what: string, work: (collection: Collection) => Promise<T>, options: CallOptions = {}): Promise<T> {
    const { signal, writes } = options;
    return this.#connection.call(
      what,
      (client) => {
        const collection = client.collections.use(this.name);
        return work(writes === true ? collection.withConsistency('QUORUM') : collection);
      },
      { signal, writes: writes === true },
    );
  }
}
