import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenModelFetch } from '../ports/egress.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import type { EmbeddingModel, IndexState, OpenVectorSpace, VectorSpace, WatchIndex } from '../ports/vector-space.ts';
import { ServiceError } from '../shared/errors.ts';
import type { Logger } from '../shared/log/logger.ts';
import type { CohereEmbedderOptions } from '../adapters/embedder/cohere.ts';
import { type EmbedderChoice, type OpenedEmbedder, reopenEmbedder } from '../adapters/embedder/open-embedder.ts';
import type { WeaviateOptions } from '../adapters/vector-index/weaviate/weaviate-index.ts';

interface SpaceSettings {
  /** Unset: the index is embedded. */
  weaviate: Omit<WeaviateOptions, 'model' | 'dimensions' | 'vectorWeight'> | undefined;
  cohere: CohereEmbedderOptions | undefined;
  embedding: EmbedderChoice['embedding'];
  openFetch: OpenModelFetch;
  dataDir: string;
}

export interface SpaceOptions {
  log: Logger;
  /** How long to wait for an embedded index that another process has open. */
  indexPatienceMs: number | undefined;
}

/** Opens spaces of models by name. One whose model is not there any more can still be searched by words. */
export function vectorSpaceOpener(settings: SpaceSettings, options: SpaceOptions): OpenVectorSpace {
  return async (model) => {
    const opened = await reopenEmbedder(model, settings);
    return createVectorSpace(settings, opened ?? missingEmbedder(model), options, opened !== null);
  };
}

/** An embedder with the index of its vectors. */
export async function createVectorSpace(
  settings: SpaceSettings,
  opened: OpenedEmbedder,
  options: SpaceOptions,
  isAvailable = true,
): Promise<VectorSpace> {
  const { embedder, folder = null } = opened;
  const { model, dimensions } = embedder;
  const part = await createIndex(settings, opened, options);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await part.index.close();
    await opened.close();
  };
  return { model, dimensions, folder, embedder, isAvailable, ...part, close: () => (closed ??= close()) };
}

type IndexPart = Pick<VectorSpace, 'openIndex' | 'prepareIndex' | 'watchIndex' | 'removeIndex'> & {
  index: VectorIndex;
};

async function createIndex(
  { weaviate, dataDir }: SpaceSettings,
  { embedder: { model, dimensions }, vectorWeight }: OpenedEmbedder,
  { log, indexPatienceMs }: SpaceOptions,
): Promise<IndexPart> {
  const vectors = { dimensions, model, ...(vectorWeight === undefined ? {} : { vectorWeight }) };
  if (weaviate) return openWeaviate({ ...weaviate, ...vectors }, log);
  const { EmbeddedVectorIndex } = await import('../adapters/vector-index/embedded/embedded-index.ts');
  const dir = join(dataDir, 'vectors', folderName({ model, dimensions }));
  const index = new EmbeddedVectorIndex({
    dir,
    ...vectors,
    onError: (error) => log.error({ err: error }, 'the vector index could not be compacted'),
    ...(indexPatienceMs === undefined ? {} : { patienceMs: indexPatienceMs }),
  });
  let state: Promise<IndexState> | undefined;
  return {
    index,
    openIndex: () => (state ??= index.open()),
    prepareIndex: async () => {},
    watchIndex: null,
    removeIndex: () => rm(dir, { recursive: true, force: true }),
  };
}

async function openWeaviate(options: WeaviateOptions, log: Logger): Promise<IndexPart> {
  const { openWeaviateVectorIndex } = await import('../adapters/vector-index/weaviate/weaviate-index.ts');
  const { index, prepare, watch, align, onBack } = await openWeaviateVectorIndex(options);
  const watchIndex: WatchIndex = async ({ feed, answersAgain }) => {
    onBack(answersAgain);
    await watch(feed);
    for (const difference of await align().catch(() => [])) log.warn(difference);
  };
  return {
    index,
    openIndex: async () => ({ rebuilt: false, confirmRebuilt: async () => {} }),
    prepareIndex: prepare,
    watchIndex,
    removeIndex: async () => {
      // The space is closed, and its connection with it.
      const again = await openWeaviateVectorIndex(options);
      await again.removeFormer(index.name).finally(() => again.index.close());
    },
  };
}

export function folderName({ model, dimensions }: Pick<EmbeddingModel, 'model' | 'dimensions'>): string {
  return createHash('sha256').update(`${model}\0${dimensions}`).digest('hex').slice(0, 16);
}

/** Stands for a model that cannot be opened. */
function missingEmbedder({ model, dimensions, folder }: EmbeddingModel): OpenedEmbedder {
  const fail = async (): Promise<never> => {
    throw new ServiceError('UNAVAILABLE', 'The embedding model of the stored vectors is not available');
  };
  const embedder = { model, dimensions, embedPassages: fail, embedQuery: fail };
  return { embedder, folder, close: async () => {} };
}
