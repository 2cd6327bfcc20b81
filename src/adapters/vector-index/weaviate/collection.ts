import { createHash } from 'node:crypto';
import weaviate, { type WeaviateClass } from 'weaviate-client';
import { z } from 'zod';
import { isDuplicate, isMissingCollection, type WeaviateConnection } from './connection.ts';
import { LENGTH_PENALTY, SATURATION } from '../embedded/site-index.ts';

/**
 * Increased whenever the meaning of stored data changes: fields, stems, weights. A new collection is then created
 * beside the old one.
 */
const FORMAT = 2;

export interface CollectionOptions {
  /** Prefix of this installation's collections, starting with a capital letter. */
  collection: string;
  model: string;
  dimensions: number;
  /** Replication factor; cannot be changed later. */
  replicas: number;
  /** Quantization of vectors in memory. It can be enabled later, but not changed or disabled. */
  quantization: 'none' | Quantization;
}

/** Identifies model and format, so that instances of the previous version keep using their own collection. */
export function collectionName({ collection, model, dimensions }: CollectionOptions): string {
  const digest = createHash('sha256').update(`${FORMAT}\0${model}\0${dimensions}`).digest('hex');
  return `${collection}_${digest.slice(0, DIGEST_LENGTH)}`;
}

/**
 * Creates the collection; another instance may do so at the same time.
 * @param marker distinguishes this collection from another one of the same name
 */
export async function createCollection(
  connection: WeaviateConnection,
  name: string,
  marker: string,
  options: CollectionOptions,
): Promise<void> {
  const definition = createDefinition(name, marker, options);
  await connection
    .call('create the collection', (client) => client.collections.createFromJson(definition), { writes: true })
    .catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
}

/**
 * Updates an existing collection to the configuration, as far as the server allows. Returns what could not be changed,
 * one sentence each.
 */
export async function alignCollection(
  connection: WeaviateConnection,
  name: string,
  options: CollectionOptions,
): Promise<string[]> {
  const stored = await storedDefinition(connection, name);
  if (!stored) return [];
  const violations: string[] = [];
  const replicas = stored.replicationConfig?.factor;
  if (replicas !== undefined && replicas !== options.replicas) {
    violations.push(`The collection ${name} has ${replicas} replicas, which cannot be changed to ${options.replicas}`);
  }
  const storedQuantization = readQuantization(stored);
  if (storedQuantization !== options.quantization) {
    if (storedQuantization === 'none' && options.quantization !== 'none')
      await compress(connection, name, options.quantization);
    else violations.push(`The collection ${name} has quantization ${storedQuantization}, which cannot be changed`);
  }
  return violations;
}

/**
 * Collections of this installation for other models and formats. Uses the client's call for one definition, without a
 * name: its own list fails as a whole if any collection has a setting that the client does not know or lacks one.
 */
export async function formerCollections(connection: WeaviateConnection, options: CollectionOptions): Promise<string[]> {
  const answer: unknown = await connection.call('list the collections', (client) =>
    client.collections.exportToJson(''),
  );
  const all = schemaSchema.parse(answer).classes.map((each) => each.class);
  const prefix = `${options.collection}_`;
  const own = collectionName(options);
  return all.filter((name) => name !== own && name.startsWith(prefix) && DIGEST.test(name.slice(prefix.length)));
}

const MARKER = /\[lectern ([0-9a-f-]{36})\]$/;
const DIGEST_LENGTH = 8;
const DIGEST = /^[0-9a-f]{8}$/;
/** The name that the server gives to the only vector of a chunk. */
const VECTOR = 'default';
const QUANTIZERS = weaviate.reconfigure.vectorIndex.quantizer;
const QUANTIZATIONS = ['rq', 'bq', 'sq'] as const;
type Quantization = (typeof QUANTIZATIONS)[number];

const schemaSchema = z.object({ classes: z.array(z.object({ class: z.string() })) });

/** The marker that a collection was created with; undefined for a collection of another application. */
export function readMarker({ description, multiTenancyConfig }: WeaviateClass): string | undefined {
  if (multiTenancyConfig?.enabled !== true) return undefined;
  return MARKER.exec(description ?? '')?.[1];
}

export async function storedDefinition(
  connection: WeaviateConnection,
  name: string,
): Promise<WeaviateClass | undefined> {
  return connection
    .call<WeaviateClass | undefined>('read the collection', (client) => client.collections.exportToJson(name))
    .catch((error: unknown) => {
      if (isMissingCollection(error)) return undefined;
      throw error;
    });
}

function createDefinition(name: string, marker: string, { replicas, quantization }: CollectionOptions): WeaviateClass {
  return {
    class: name,
    description: `Chunks of the knowledge base, in tenants by site and access level; the truth is in PostgreSQL. [lectern ${marker}]`,
    multiTenancyConfig: { enabled: true, autoTenantCreation: true, autoTenantActivation: true },
    replicationConfig: { factor: replicas, asyncEnabled: replicas > 1 },
    invertedIndexConfig: {
      bm25: { b: LENGTH_PENALTY, k1: SATURATION },
      stopwords: { preset: 'none' },
    },
    vectorConfig: {
      [VECTOR]: {
        vectorizer: { none: {} },
        vectorIndexType: 'hnsw',
        vectorIndexConfig: { distance: 'cosine', ...quantizer(quantization) },
      },
    },
    properties: [
      {
        name: 'terms',
        dataType: ['text'],
        description: 'Stems of the text, and twice those of the title.',
        tokenization: 'whitespace',
        indexSearchable: true,
        indexFilterable: false,
      },
      ...['sourceId', 'contentType', 'accessLevel'].map((field) => filterField(field, 'text')),
      filterField('requiredSubscriptions', 'text[]'),
      { name: 'generation', dataType: ['int'], indexFilterable: true, indexSearchable: false },
    ],
  };
}

function filterField(name: string, dataType: 'text' | 'text[]'): NonNullable<WeaviateClass['properties']>[number] {
  return { name, dataType: [dataType], tokenization: 'field', indexFilterable: true, indexSearchable: false };
}

/** The quantization is set explicitly, because a server may have a default one. */
function quantizer(quantization: CollectionOptions['quantization']): Record<string, unknown> {
  return quantization === 'none' ? { skipDefaultQuantization: true } : { [quantization]: { enabled: true } };
}

function readQuantization(stored: WeaviateClass): CollectionOptions['quantization'] {
  const index = (stored.vectorConfig?.[VECTOR]?.vectorIndexConfig ?? {}) as Record<string, unknown>;
  const isEnabled = (name: string): boolean => (index[name] as { enabled?: unknown } | undefined)?.enabled === true;
  return QUANTIZATIONS.find(isEnabled) ?? 'none';
}

async function compress(connection: WeaviateConnection, name: string, quantization: Quantization): Promise<void> {
  const vectorIndexConfig = weaviate.reconfigure.vectorIndex.hnsw({ quantizer: QUANTIZERS[quantization]() });
  const vectorizers = [weaviate.reconfigure.vectors.update({ name: VECTOR, vectorIndexConfig })];
  await connection.call(
    'compress the collection',
    (client) => client.collections.use(name).config.update({ vectorizers }),
    { writes: true },
  );
}
