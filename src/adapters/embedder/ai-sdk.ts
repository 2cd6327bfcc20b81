import { createHash } from 'node:crypto';
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { Embedder } from '../../ports/embedder.ts';
import { StartError } from '../../shared/start-error.ts';
import { toLengthOne } from '../../shared/vectors.ts';
import { callAiSdk, isTooLong } from '../ai-sdk/call.ts';
import { type ProviderAccess, openModels } from '../ai-sdk/provider.ts';
import { type Side, createBatchedEmbedder } from './batched.ts';
import { cachedDimensions } from './cached-dimensions.ts';
import { type Prefixes, defaultPrefixes } from './prefixes.ts';
import { vectorsSchema } from './vectors-schema.ts';

/** The embedding model of a service, as it is configured. */
export interface ProviderEmbedding extends Omit<ProviderAccess, 'openFetch'> {
  model: string;
  /** How many numbers a vector has. Default: as many as in the first answer. */
  dimensions?: number | undefined;
  /** Default: by the name of the model. */
  prefixes?: { query?: string | undefined; passage?: string | undefined };
}

export interface AiSdkEmbedderOptions extends ProviderEmbedding, Pick<ProviderAccess, 'openFetch'> {
  /** Limits one request with all its retries. */
  deadlineMs?: number;
}

/** Maximum number of texts per request; Google takes up to 100. */
const BATCH = 96;
const MAX_TEXT_LENGTH = 8_000;
/** A text of this length that is too long for a model has another cause. */
const MIN_TEXT_LENGTH = 64;

/**
 * The embedder of any service that the AI SDK knows.
 * @param dataDir where the number of dimensions is kept, so that the service need not be reachable at the next start
 * @throws StartError if it is not known, and the service does not answer
 */
export async function openAiSdkEmbedder(options: AiSdkEmbedderOptions, dataDir: string): Promise<Embedder> {
  const model = (await openModels(options)).embeddingModel(options.model);
  const measure = async (): Promise<number> => {
    const sample = await embedTexts(model, ['a'], { side: 'query', options }).catch((error: unknown) => {
      const hint = 'EMBED_DIMENSIONS says how many numbers a vector has, if the service is not reachable now';
      throw new StartError(`The model ${options.model} of EMBED_MODEL does not answer. ${hint}.`, { cause: error });
    });
    return sample[0]?.length ?? 0;
  };
  return createEmbedder(options, model, options.dimensions ?? (await cachedDimensions(dataDir, options, measure)));
}

function createEmbedder(options: AiSdkEmbedderOptions, model: EmbeddingModelV4, dimensions: number): Embedder {
  const modelPrefixes = defaultPrefixes(options.model);
  const prefixes = {
    query: options.prefixes?.query ?? modelPrefixes.query,
    passage: options.prefixes?.passage ?? modelPrefixes.passage,
  };

  return createBatchedEmbedder({
    model: `${options.provider}/${options.model}${prefixMark(prefixes, modelPrefixes)}`,
    dimensions,
    batchSize: BATCH,
    async embed(texts, side, signal) {
      const inputs = texts.map((text) => `${prefixes[side]}${text.slice(0, MAX_TEXT_LENGTH).toWellFormed()}`);
      return (await embedTexts(model, inputs, { side, options, signal, dimensions })).map(toLengthOne);
    },
  });
}

/** Vectors of texts with other prefixes cannot be compared, so the name says that there are others. */
function prefixMark(prefixes: Prefixes, modelPrefixes: Prefixes): string {
  if (prefixes.query === modelPrefixes.query && prefixes.passage === modelPrefixes.passage) return '';
  const text = JSON.stringify([prefixes.query, prefixes.passage]);
  return ` (prefixes ${createHash('sha256').update(text).digest('hex').slice(0, 8)})`;
}

interface EmbedOptions {
  side: Side;
  options: AiSdkEmbedderOptions;
  signal?: AbortSignal | undefined;
  /** Default: what the service answers. */
  dimensions?: number;
}

/** Servers reject all texts of a request if one is longer than their model can read: its beginning is embedded then. */
async function embedTexts(model: EmbeddingModelV4, values: string[], options: EmbedOptions): Promise<number[][]> {
  const vectors = await requestVectors(model, values, options);
  if (vectors) return vectors;
  const [text = ''] = values;
  if (values.length === 1) return embedTexts(model, [text.slice(0, text.length / 2).toWellFormed()], options);
  const middle = Math.ceil(values.length / 2);
  const first = await embedTexts(model, values.slice(0, middle), options);
  return [...first, ...(await embedTexts(model, values.slice(middle), options))];
}

/** Requests the vectors of one batch; undefined if a text is too long. */
async function requestVectors(
  model: EmbeddingModelV4,
  values: string[],
  { side, options, signal, dimensions }: EmbedOptions,
): Promise<number[][] | undefined> {
  const { provider, deadlineMs = 30_000 } = options;
  const taskType = side === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT';
  // Servers of one's own often reject the option.
  const requestedDimensions = provider === 'openai-compatible' ? undefined : options.dimensions;
  const canBeShorter = values.some((text) => text.length > MIN_TEXT_LENGTH);
  return callAiSdk(
    async (abortSignal) => {
      const request = model.doEmbed({
        values,
        abortSignal,
        ...(requestedDimensions !== undefined && { dimensions: requestedDimensions }),
        ...(provider === 'google' && { providerOptions: { google: { taskType } } }),
      });
      const answer = await Promise.resolve(request).catch((error: unknown) => {
        if (canBeShorter && isTooLong(error)) return undefined;
        throw error;
      });
      if (!answer) return undefined;
      return vectorsSchema(values.length, dimensions ?? answer.embeddings[0]?.length ?? 0).parse(answer.embeddings);
    },
    { dependency: 'embedder', deadlineMs, signal },
  );
}
