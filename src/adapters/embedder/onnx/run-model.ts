import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { toLengthOne } from '../../../shared/vectors.ts';
import type { OnnxModel, PoolingMode } from './model-folder.ts';

/** One text for a model, with its prefix. */
export interface EmbedRequest {
  model: OnnxModel;
  text: string;
}

/** A token has about 4 characters; the rest of a text is not even split into tokens. */
const MAX_CHARACTERS_PER_TOKEN = 32;

interface LoadedModel {
  session: InferenceSession;
  tokenizer: Tokenizer;
  /** The tokenizer separates Chinese characters, but not those beyond the basic plane, as the original does. */
  separatesHan: boolean;
}

/** The model of this thread, which is loaded at the first text. */
let loaded: Promise<LoadedModel> | null = null;

/**
 * The vector of a text, of length 1. Each text is run alone: models of 8 bits scale by the largest number of a whole
 * batch, so that its vector would depend on the other texts.
 */
export async function embedText({ model, text }: EmbedRequest): Promise<Float32Array<ArrayBuffer>> {
  loaded ??= loadModel(model);
  const { session, tokenizer, separatesHan } = await loaded.catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  const cut = text.toWellFormed().slice(0, model.maxTokens * MAX_CHARACTERS_PER_TOKEN);
  const spaced = separatesHan ? cut.replace(/[\u{20000}-\u{2FA1F}]/gu, ' $& ') : cut;
  const { ids: all } = tokenizer.encode(spaced);
  // The last token marks the end of the text.
  const ids = all.length > model.maxTokens ? [...all.slice(0, model.maxTokens - 1), all.at(-1) ?? 0] : all;
  const outputs = await session.run(toInputs(session, ids));
  const name = OUTPUTS.find((each) => outputs[each]) ?? session.outputNames[0] ?? '';
  const vector = pool(outputs[name], model.pooling);
  if (!vector.every(Number.isFinite)) throw new Error('The model gave numbers that are not finite');
  return toLengthOne(vector);
}

/** Vectors of tokens are preferred, because they are combined as the model's files say. */
const OUTPUTS = ['last_hidden_state', 'token_embeddings', 'sentence_embedding'];

async function loadModel({ modelFile, tokenizerFiles }: OnnxModel): Promise<LoadedModel> {
  const json = async (path: string): Promise<Record<string, unknown>> => JSON.parse(await readFile(path, 'utf8'));
  const definition = await json(tokenizerFiles.tokenizer);
  const settings = tokenizerFiles.config === null ? {} : await json(tokenizerFiles.config);
  const normalizer = definition['normalizer'] as { handle_chinese_chars?: boolean } | null;
  return {
    tokenizer: new Tokenizer(definition, settings),
    // One processor: further threads would compete with requests, and PostgreSQL, for the few there are.
    session: await InferenceSession.create(modelFile, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    }),
    separatesHan: normalizer?.handle_chinese_chars === true,
  };
}

function toInputs({ inputNames }: InferenceSession, ids: readonly number[]): Record<string, Tensor> {
  const tensor = (numbers: readonly number[]) =>
    new Tensor('int64', BigInt64Array.from(numbers, BigInt), [1, numbers.length]);
  const values: Record<string, readonly number[]> = {
    input_ids: ids,
    attention_mask: ids.map(() => 1),
    token_type_ids: ids.map(() => 0),
  };
  return Object.fromEntries(
    inputNames.map((name) => {
      const numbers = values[name];
      if (!numbers) throw new Error(`The model needs an input that is not known: ${name}`);
      return [name, tensor(numbers)];
    }),
  );
}

function pool(output: Tensor | undefined, pooling: PoolingMode): Float32Array<ArrayBuffer> {
  if (!output || !(output.data instanceof Float32Array)) throw new Error('The model has no output of 32-bit numbers');
  const dimensions = output.dims.at(-1) ?? 0;
  const tokens = output.dims.length === 3 ? (output.dims[1] ?? 0) : 1;
  if (pooling === 'cls' || tokens === 1) return output.data.slice(0, dimensions);
  const vector = new Float32Array(dimensions).fill(pooling === 'max' ? -Infinity : 0);
  for (const [index, number] of output.data.entries()) {
    const place = index % dimensions;
    const former = vector[place] ?? 0;
    vector[place] = pooling === 'max' ? Math.max(former, number) : former + number;
  }
  return vector;
}
