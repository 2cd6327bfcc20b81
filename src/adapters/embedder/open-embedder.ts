import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Embedder } from '../../ports/embedder.ts';
import { StartError } from '../../shared/start-error.ts';
import { createEmbedderByLanguage } from './by-language.ts';
import type { CohereEmbedderOptions } from './cohere.ts';
import { createLocalEmbedder } from './local.ts';
import { modelsFolder, storedModel } from './onnx/model-store.ts';

export interface EmbedderChoice {
  embedding: { kind: 'auto' } | { kind: 'lexical' } | { kind: 'onnx'; name: string };
  cohere: CohereEmbedderOptions | undefined;
  dataDir: string;
}

export interface OpenedEmbedder {
  embedder: Embedder;
  /** Its weight in a hybrid search; default: that of lexical vectors. */
  vectorWeight?: number;
  close(): Promise<unknown>;
}

/** Vectors of a model find about as well as words, so both count the same. */
const SEMANTIC_WEIGHT = 0.5;

/** The embedder that EMBED_MODEL selects. */
export async function openEmbedder({ embedding, cohere, dataDir }: EmbedderChoice): Promise<OpenedEmbedder> {
  if (embedding.kind === 'onnx') return openOnnx(modelFolder(embedding.name, dataDir));
  if (embedding.kind === 'auto' && cohere) {
    const { createCohereEmbedder } = await import('./cohere.ts');
    return { embedder: createCohereEmbedder(cohere), vectorWeight: SEMANTIC_WEIGHT, close: async () => {} };
  }
  const stored = embedding.kind === 'auto' ? storedModel(dataDir) : undefined;
  if (stored !== undefined) return openOnnx(stored);
  const embedder = createLocalEmbedder();
  return { embedder, close: () => embedder.close() };
}

async function openOnnx(folder: string): Promise<OpenedEmbedder> {
  // Loaded on demand: it takes time and memory.
  const { openOnnxEmbedder } = await import('./onnx/onnx.ts');
  const semantic = await openOnnxEmbedder(folder);
  const { languages } = semantic;
  if (languages === null) return { embedder: semantic, vectorWeight: SEMANTIC_WEIGHT, close: () => semantic.close() };
  const lexical = createLocalEmbedder();
  return {
    embedder: createEmbedderByLanguage({ semantic, lexical, languages }),
    vectorWeight: SEMANTIC_WEIGHT,
    close: () => Promise.all([semantic.close(), lexical.close()]),
  };
}

/** A folder, or the name of one below DATA_DIR/models. */
function modelFolder(name: string, dataDir: string): string {
  const candidates = isAbsolute(name) || name.startsWith('.') ? [name] : [join(modelsFolder(dataDir), name), name];
  const folder = candidates.find((path) => existsSync(path));
  if (folder === undefined) throw new StartError(`EMBED_MODEL names a folder that does not exist: ${candidates[0]}`);
  return resolve(folder);
}
