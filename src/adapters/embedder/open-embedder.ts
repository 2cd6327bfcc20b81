import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { OpenModelFetch } from '../../ports/egress.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { EmbeddingModel } from '../../ports/vector-space.ts';
import { StartError } from '../../shared/start-error.ts';
import { LEXICAL_WEIGHT, type VectorWeight } from '../../ports/vector-weight.ts';
import { createEmbedderByLanguage, semanticShare } from './by-language.ts';
import type { CohereEmbedderOptions } from './cohere.ts';
import { createLocalEmbedder } from './local.ts';
import type { ProviderEmbedding } from './ai-sdk.ts';
import { modelsFolder, storedModel, storedModels } from './onnx/model-store.ts';
import { hasOnnxRuntime } from './onnx/runtime.ts';

export interface EmbedderChoice {
  embedding:
    | { kind: 'auto' }
    | { kind: 'lexical' }
    | { kind: 'onnx'; name: string }
    | ({ kind: 'provider' } & ProviderEmbedding);
  openFetch: OpenModelFetch;
  cohere: CohereEmbedderOptions | undefined;
  dataDir: string;
}

export interface OpenedEmbedder {
  embedder: Embedder;
  /** Its weight in a hybrid search; default: that of lexical vectors. */
  vectorWeight?: VectorWeight;
  /** The folder of a model on this machine. */
  folder?: string | null;
  close(): Promise<unknown>;
}

/** Vectors of a model find at least as well as words. Between 0.4 and 0.65 the figures of five collections differ by 1 %. */
const SEMANTIC_WEIGHT = 0.55;
const semanticWeight: VectorWeight = () => SEMANTIC_WEIGHT;

/** The embedder that EMBED_MODEL selects. */
export async function openEmbedder(choice: EmbedderChoice): Promise<OpenedEmbedder> {
  const { embedding, cohere, dataDir } = choice;
  if (embedding.kind === 'provider') return openProvider(embedding, choice);
  if (embedding.kind === 'onnx') return openOnnx(modelFolder(embedding.name, dataDir));
  if (embedding.kind === 'auto' && cohere) return openCohere(cohere);
  const stored = embedding.kind === 'auto' && hasOnnxRuntime() ? storedModel(dataDir) : undefined;
  if (stored !== undefined) return openOnnx(stored);
  return openLexical();
}

/** The embedder of a model by its name; null if it is not there any more. */
export async function reopenEmbedder(
  { model, dimensions, folder }: EmbeddingModel,
  choice: EmbedderChoice,
): Promise<OpenedEmbedder | null> {
  const { cohere, dataDir, embedding } = choice;
  const choices: (() => Promise<OpenedEmbedder>)[] = [];
  if (model.startsWith('cohere/')) {
    if (!cohere) return null;
    const [, name = ''] = model.split('/');
    choices.push(() => openCohere({ ...cohere, model: name, dimensions: dimensions as 1024 }));
  } else if (model.startsWith('onnx/')) {
    const folders = new Set([...(folder === null ? [] : [folder]), ...storedModels(dataDir)]);
    for (const each of folders) choices.push(() => openOnnx(each));
  } else if (PROVIDER_MODEL.test(model)) {
    // A former model is searched as long as its provider is the one of the next model.
    if (embedding.kind !== 'provider' || !model.startsWith(`${embedding.provider}/`)) return null;
    const name = model.slice(embedding.provider.length + 1).replace(/ \(prefixes [0-9a-f]+\)$/, '');
    choices.push(() => openProvider({ ...embedding, model: name, dimensions }, choice));
  } else choices.push(async () => openLexical());
  for (const open of choices) {
    const opened = await open().catch(() => null);
    if (opened?.embedder.model === model && opened.embedder.dimensions === dimensions) return opened;
    await opened?.close();
  }
  return null;
}

const PROVIDER_MODEL = /^(?:openai-compatible|openai|google)\//;

async function openProvider(
  embedding: ProviderEmbedding,
  { dataDir, openFetch }: EmbedderChoice,
): Promise<OpenedEmbedder> {
  const { openAiSdkEmbedder } = await import('./ai-sdk.ts');
  return remote(await openAiSdkEmbedder({ ...embedding, openFetch }, dataDir));
}

async function openCohere(options: CohereEmbedderOptions): Promise<OpenedEmbedder> {
  const { createCohereEmbedder } = await import('./cohere.ts');
  return remote(createCohereEmbedder(options));
}

function remote(embedder: Embedder): OpenedEmbedder {
  return { embedder, vectorWeight: semanticWeight, close: async () => {} };
}

function openLexical(): OpenedEmbedder {
  const embedder = createLocalEmbedder();
  return { embedder, close: () => embedder.close() };
}

async function openOnnx(folder: string): Promise<OpenedEmbedder> {
  // Loaded on demand: it takes time and memory.
  const { openOnnxEmbedder } = await import('./onnx/onnx.ts');
  const semantic = await openOnnxEmbedder(folder);
  const { languages } = semantic;
  if (languages === null) {
    return { embedder: semantic, vectorWeight: semanticWeight, folder, close: () => semantic.close() };
  }
  const lexical = createLocalEmbedder();
  return {
    embedder: createEmbedderByLanguage({ semantic, lexical, languages }),
    vectorWeight: (query) => {
      const share = semanticShare(query, semantic);
      return share * SEMANTIC_WEIGHT + (1 - share) * LEXICAL_WEIGHT;
    },
    folder,
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
