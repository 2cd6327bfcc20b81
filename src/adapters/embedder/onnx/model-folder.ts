import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { StartError } from '../../../shared/start-error.ts';

/** How the vectors of a text's tokens become the vector of the text. */
export type PoolingMode = 'mean' | 'cls' | 'max';

/** A sentence-transformers model in a folder, as its own files describe it. */
export interface OnnxModel {
  /** The name of the folder, and a digest of the weights and of what else changes vectors. */
  id: string;
  modelFile: string;
  /** `tokenizer.json`, and `tokenizer_config.json` if there is one. */
  tokenizerFiles: { tokenizer: string; config: string | null };
  pooling: PoolingMode;
  maxTokens: number;
  /** The texts that the model expects before a text. */
  prefixes: { query: string; passage: string };
  /** ISO 639-1 codes of the languages that the model knows; null: any. */
  languages: readonly string[] | null;
}

/**
 * The file names of a model in order of preference: 8 bits per weight take a quarter of the memory and half of the
 * time.
 */
export const MODEL_FILES = [
  'model_quantized.onnx',
  'onnx/model_quantized.onnx',
  'model_int8.onnx',
  'onnx/model_int8.onnx',
  'model.onnx',
  'onnx/model.onnx',
];

const DEFAULT_MAX_TOKENS = 512;

/**
 * Reads the settings of a model from the files that sentence-transformers writes: `1_Pooling/config.json`,
 * `sentence_bert_config.json`, `config_sentence_transformers.json`, `modules.json` and the languages at the beginning of
 * `README.md`. A file that is missing leaves the setting to what is known of the model's family by its name.
 * @throws StartError if the folder has no model that can be used
 */
export async function readModelFolder(folder: string): Promise<OnnxModel> {
  const modelFile = MODEL_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
  const tokenizer = join(folder, 'tokenizer.json');
  const tokenizerConfig = join(folder, 'tokenizer_config.json');
  if (modelFile === undefined || !existsSync(tokenizer))
    throw new StartError(`The folder ${folder} has no ${modelFile === undefined ? 'model.onnx' : 'tokenizer.json'}`);
  const read = <T>(name: string, schema: z.ZodType<T>) => readJson(join(folder, name), schema);
  await assertSupported(await read('modules.json', modulesSchema), folder);
  const pooling = await read('1_Pooling/config.json', poolingSchema);
  const sentence = await read('sentence_bert_config.json', z.object({ max_seq_length: z.number().nullish() }));
  const tokenizing = await read('tokenizer_config.json', z.object({ model_max_length: z.number().nullish() }));
  const prompts = await read('config_sentence_transformers.json', promptsSchema);
  const family = FAMILIES.find(([pattern]) => pattern.test(basename(folder)))?.[1] ?? {};
  const settings = {
    pooling: pooling ? readPoolingMode(pooling, folder) : (family.pooling ?? 'mean'),
    maxTokens: Math.min(sentence?.max_seq_length ?? Infinity, tokenizing?.model_max_length ?? Infinity),
    prefixes: {
      query: prompts?.prompts?.query || family.query || '',
      passage: prompts?.prompts?.passage || prompts?.prompts?.document || family.passage || '',
    },
  };
  if (settings.maxTokens > MAX_TOKENS) settings.maxTokens = DEFAULT_MAX_TOKENS;
  const digest = await computeDigest([modelFile, tokenizer], JSON.stringify(settings));
  return {
    ...settings,
    id: `${basename(folder)}/${digest}`,
    modelFile,
    tokenizerFiles: { tokenizer, config: existsSync(tokenizerConfig) ? tokenizerConfig : null },
    languages: (await readLanguages(join(folder, 'README.md'))) ?? family.languages ?? null,
  };
}

/** Attention takes memory by the square of the tokens; a config may also have a number that means none. */
const MAX_TOKENS = 8_192;

const modulesSchema = z.array(z.object({ type: z.string() }));
const poolingSchema = z.record(z.string(), z.unknown());
const promptsSchema = z.object({
  prompts: z
    .object({ query: z.string(), passage: z.string(), document: z.string() })
    .partial()
    .nullish()
    .catch(undefined),
});

interface Family {
  pooling?: PoolingMode;
  query?: string;
  passage?: string;
  languages?: readonly string[];
}

/** What the authors of a family of models state in text, not in files. */
const FAMILIES: readonly [name: RegExp, family: Family][] = [
  [/multilingual-e5/i, { query: 'query: ', passage: 'passage: ' }],
  [/(^|[^a-z])e5-/i, { query: 'query: ', passage: 'passage: ', languages: ['en'] }],
  [
    /bge-(small|base|large)-en/i,
    { pooling: 'cls', query: 'Represent this sentence for searching relevant passages: ', languages: ['en'] },
  ],
  [/(all|multi-qa)-(minilm|mpnet)/i, { languages: ['en'] }],
];

async function assertSupported(modules: z.infer<typeof modulesSchema> | null, folder: string): Promise<void> {
  const unknown = modules?.map(({ type }) => type).find((type) => !/\.(Transformer|Pooling|Normalize)$/.test(type));
  if (unknown !== undefined)
    throw new StartError(`The model in ${folder} has a module that is not supported: ${unknown}`);
}

const POOLINGS: Readonly<Record<string, PoolingMode>> = {
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_cls_token: 'cls',
  pooling_mode_max_tokens: 'max',
};

function readPoolingMode(config: Record<string, unknown>, folder: string): PoolingMode {
  const chosen = Object.keys(config).filter((name) => name.startsWith('pooling_mode_') && config[name] === true);
  const pooling = chosen.length === 1 ? POOLINGS[chosen[0] ?? ''] : undefined;
  if (pooling) return pooling;
  throw new StartError(`The model in ${folder} has a pooling that is not supported: ${chosen.join(', ') || 'none'}`);
}

/** The languages of a model card, `language: en` or a list; null if it states none or more than one. */
async function readLanguages(card: string): Promise<string[] | null> {
  if (!existsSync(card)) return null;
  const matter = /^---\r?\n(.*?)\r?\n---/s.exec(await readFile(card, 'utf8'))?.[1];
  const schema = z.object({ language: z.union([z.string(), z.array(z.string())]) });
  const { data } = schema.safeParse(matter === undefined ? null : parseYaml(matter, { logLevel: 'silent' }));
  const languages = [data?.language ?? []].flat();
  return languages.length === 1 && /^[a-z]{2}$/.test(languages[0] ?? '') ? languages : null;
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  if (!existsSync(path)) return null;
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new StartError(`${path} cannot be read`, { cause: error });
  }
}

async function computeDigest(files: readonly string[], settings: string): Promise<string> {
  const hash = createHash('sha256').update(settings);
  for (const file of files) for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest('hex').slice(0, 12);
}
