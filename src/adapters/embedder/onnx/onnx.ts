import type { Embedder } from '../../../ports/embedder.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { entryFile } from '../../../shared/paths.ts';
import { BackgroundThread } from '../../../shared/process/background-thread.ts';
import { StartError } from '../../../shared/start-error.ts';
import { rejectOnAbort } from '../../../shared/timeout.ts';
import { createBatchedEmbedder } from '../batched.ts';
import { readModelFolder } from './model-folder.ts';
import type { EmbedRequest } from './run-model.ts';
import { hasOnnxRuntime } from './runtime.ts';

export interface OnnxEmbedder extends Embedder {
  /** ISO 639-1 codes of the languages that the model knows; null: any. */
  readonly languages: readonly string[] | null;
  close(): Promise<void>;
}

type Thread = BackgroundThread<EmbedRequest, Float32Array<ArrayBuffer>>;

/** The vocabulary of a multilingual model takes about 200 MB. */
const HEAP_MB = 1_024;
const KEEP_QUERIES_MS = 15 * 60_000;
const THREAD = entryFile('adapters/embedder/onnx/model.thread');

/**
 * Embeds texts with a sentence-transformers model in ONNX, on this machine. Passages in a thread that gives way to
 * requests; queries in another one with the model loaded a second time, so that no query waits for a document's passages.
 * See decision 98.
 * @throws StartError if the folder has no model that can be used, or this kind of machine cannot run one
 */
export async function openOnnxEmbedder(folder: string): Promise<OnnxEmbedder> {
  if (!hasOnnxRuntime()) {
    const machine = `${process.platform}-${process.arch}`;
    throw new StartError(
      `onnxruntime-node cannot run models on ${machine}: use EMBED_MODEL=lexical or a provider's model`,
    );
  }
  const model = await readModelFolder(folder);
  const passages: Thread = new BackgroundThread(THREAD, { heapMb: HEAP_MB });
  // A request waits for the vector of a query, so its thread does not give way.
  const queries: Thread = new BackgroundThread(THREAD, { heapMb: HEAP_MB, stopAfterMs: KEEP_QUERIES_MS, niceness: 0 });
  const close = async (): Promise<void> => void (await Promise.all([passages.close(), queries.close()]));
  const { prefixes } = model;

  async function embed(thread: Thread, text: string): Promise<Float32Array> {
    try {
      return await thread.run({ model, text });
    } catch (error) {
      throw new ServiceError('UNAVAILABLE', 'The embedding model failed', {}, { cause: error });
    }
  }

  // How many numbers a vector has shows the first one, and whether the model can be used at all.
  const sample = await embed(queries, `${prefixes.query}a`).catch(async (error: unknown) => {
    await close();
    throw new StartError(`The model in ${folder} cannot be used`, { cause: error });
  });
  const embedder = createBatchedEmbedder({
    model: `onnx/${model.id}`,
    dimensions: sample.length,
    batchSize: 1,
    embed: async (texts, side, signal) => {
      const thread = side === 'query' ? queries : passages;
      return Promise.all(texts.map((text) => rejectOnAbort(embed(thread, prefixes[side] + text), signal)));
    },
  });
  return { ...embedder, languages: model.languages, close };
}
