import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ZVecCollectionSchema,
  ZVecCreateAndOpen,
  ZVecDataType,
  ZVecIndexType,
  ZVecInitialize,
  ZVecLogLevel,
  ZVecMetricType,
  ZVecOpen,
  type ZVecCollection,
} from '@zvec/zvec';
import { z } from 'zod';
import type { IndexState } from '../../../ports/vector-space.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { once } from '../../../shared/once.ts';
import { encodeValue } from '../filter-values.ts';
import { CompactingCollection, type CollectionFolders, type CompactingOptions } from './compacting-collection.ts';

/** Increased whenever the meaning of stored data changes: fields, stems, weights. An older index is then rebuilt. */
const FORMAT = 2;

/** Of the collection; compaction begins another one. */
const FIRST_FOLDER = 'chunks';

/** A site's chunks are distributed over this many buckets, so that they can be read in parts. */
export const BUCKETS = 256;

const manifestSchema = z.object({
  format: z.number(),
  model: z.string(),
  dimensions: z.number(),
  complete: z.boolean(),
  folder: z
    .string()
    .regex(/^chunks(-\d+)?$/)
    .default(FIRST_FOLDER),
});
type Manifest = z.infer<typeof manifestSchema>;

export interface CollectionOptions extends Pick<CompactingOptions, 'minDead' | 'onError'> {
  dir: string;
  dimensions: number;
  model: string;
}

export interface OpenedCollection extends IndexState {
  collection: CompactingCollection;
}

/** Opens the collection below `dir`, or an empty one if it is missing, has another format or cannot be read. */
export async function openCollection(options: CollectionOptions): Promise<OpenedCollection> {
  initialize();
  const { dir, dimensions, model } = options;
  const complete: Manifest = { format: FORMAT, model, dimensions, complete: true, folder: FIRST_FOLDER };
  const manifestPath = join(dir, 'manifest.json');
  const folders: CollectionFolders = {
    path: (folder) => join(dir, folder),
    create: (folder) => ZVecCreateAndOpen(join(dir, folder), collectionSchema(dimensions)),
    select: (folder) => writeManifest(manifestPath, { ...complete, folder }),
  };
  const compacting = (collection: ZVecCollection, folder: string) =>
    new CompactingCollection(collection, folder, { ...options, folders, buckets: BUCKETS });
  const manifest = await readManifest(manifestPath);
  const folder = manifest?.folder ?? FIRST_FOLDER;
  const existing = openExisting(dir, folder);
  if (existing && isSame(manifest, complete)) {
    await removeFolders(dir, folder);
    const collection = compacting(existing, folder);
    await collection.confirmComplete();
    return { collection, rebuilt: false, confirmRebuilt: async () => {} };
  }
  existing?.closeSync();
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  const empty = folders.create(FIRST_FOLDER);
  await writeManifest(manifestPath, { ...complete, complete: false });
  const collection = compacting(empty, FIRST_FOLDER);
  const confirmRebuilt = async (): Promise<void> => {
    await folders.select(FIRST_FOLDER);
    await collection.confirmComplete();
  };
  return { collection, rebuilt: true, confirmRebuilt };
}

/** The key of a chunk in the collection, unique per site and chunk. */
export function chunkKey(siteId: string, chunkId: string): string {
  return createHash('sha256').update(`${siteId}\0${chunkId}`).digest('base64url');
}

export function toBucket(key: string): number {
  return (parseInt(Buffer.from(key.slice(0, 2), 'base64url').toString('hex'), 16) || 0) % BUCKETS;
}

const initialize = once(() => ZVecInitialize({ logLevel: ZVecLogLevel.FATAL }));

/**
 * Undefined if it is missing or cannot be read. Whatever its manifest contains, one that another process has open must not be
 * cleared.
 */
function openExisting(dir: string, folder: string): ZVecCollection | undefined {
  if (!existsSync(join(dir, folder))) return undefined;
  let collection: ZVecCollection | undefined;
  try {
    collection = ZVecOpen(join(dir, folder));
    collection.querySync({ filter: 'bucket >= 0', topk: 1, outputFields: ['terms'] });
    return collection;
  } catch (error) {
    if (error instanceof Error && error.message.includes("Can't lock")) {
      const message = `The vector index in ${dir} is in use by another process`;
      throw new ServiceError('UNAVAILABLE', message, {}, { cause: error });
    }
    collection?.closeSync();
    return undefined;
  }
}

/** What a compaction that was killed has left. */
async function removeFolders(dir: string, except: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => name.startsWith(FIRST_FOLDER) && name !== except);
  await Promise.all(names.map((name) => rm(join(dir, name), { recursive: true, force: true })));
}

async function readManifest(path: string): Promise<Manifest | undefined> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** In any folder. */
function isSame(found: Manifest | undefined, wanted: Manifest): boolean {
  return found !== undefined && JSON.stringify({ ...found, folder: wanted.folder }) === JSON.stringify(wanted);
}

async function writeManifest(path: string, manifest: Manifest): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(manifest), { flush: true });
  await rename(`${path}.new`, path);
}

function collectionSchema(dimensions: number): ZVecCollectionSchema {
  const indexed = { indexType: ZVecIndexType.INVERT } as const;
  const filterField = (name: string) => ({ name, dataType: ZVecDataType.STRING, indexParams: indexed });
  return new ZVecCollectionSchema({
    name: 'chunks',
    vectors: [
      {
        name: 'vector',
        dataType: ZVecDataType.VECTOR_FP32,
        dimension: dimensions,
        indexParams: { indexType: ZVecIndexType.FLAT, metricType: ZVecMetricType.IP },
      },
    ],
    fields: [
      ...['site', 'source', 'contentType', 'access'].map(filterField),
      { name: 'subscriptions', dataType: ZVecDataType.ARRAY_STRING, indexParams: indexed },
      { name: 'generation', dataType: ZVecDataType.INT64, indexParams: indexed },
      { name: 'bucket', dataType: ZVecDataType.INT32, indexParams: indexed },
      { name: 'chunk', dataType: ZVecDataType.STRING },
      { name: 'length', dataType: ZVecDataType.INT32 },
      { name: 'terms', dataType: ZVecDataType.STRING },
    ],
  });
}

/** A condition of a filter of the collection. */
export function equals(field: string, value: string): string {
  return `${field} = '${encodeValue(value)}'`;
}
