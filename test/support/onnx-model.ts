import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import protobuf from 'protobufjs/minimal.js';

export interface TinyModel {
  /** Contents of further files, by path below the folder. */
  files?: Readonly<Record<string, unknown>>;
  dimensions?: number;
  /** Changes all numbers. */
  seed?: number;
}

/**
 * Writes a sentence-transformers model to a folder: the vector of a token depends on its word alone, so that texts are
 * similar if they share words of `vocabulary`. Other words, and the marks of both ends, hardly count.
 */
export async function writeTinyModel(
  folder: string,
  vocabulary: readonly string[],
  { files = {}, dimensions = 32, seed = 1 }: TinyModel = {},
): Promise<void> {
  const words = [...SPECIAL, ...vocabulary];
  const all = { 'tokenizer.json': tokenizerOf(words), ...files };
  for (const [name, content] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  await writeFile(join(folder, 'model.onnx'), modelBytes(words.length, dimensions, seed));
}

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

function tokenizerOf(words: readonly string[]): object {
  const special = (id: number) => ({ id, content: SPECIAL[id], special: true, normalized: false });
  return {
    version: '1.0',
    added_tokens: SPECIAL.map((_, id) => special(id)),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      pair: [],
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
      },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  };
}

/** One operation: last_hidden_state = Gather(vectors, input_ids). The numbers of the fields are those of onnx.proto. */
function modelBytes(words: number, dimensions: number, seed: number): Uint8Array {
  const node = message([1, 'vectors'], [1, 'input_ids'], [2, 'last_hidden_state'], [4, 'Gather']);
  const vectors = message(
    [1, words],
    [1, dimensions],
    [2, FLOAT],
    [8, 'vectors'],
    [9, numbers(words, dimensions, seed)],
  );
  const graph = message(
    [1, node],
    [2, 'tiny'],
    [5, vectors],
    [11, valueInfo('input_ids', INT64, [1, 'length'])],
    [11, valueInfo('attention_mask', INT64, [1, 'length'])],
    [12, valueInfo('last_hidden_state', FLOAT, [1, 'length', dimensions])],
  );
  return message([1, 8], [7, graph], [8, message([1, ''], [2, 13])]);
}

const FLOAT = 1;
const INT64 = 7;

function valueInfo(name: string, type: number, shape: readonly (number | string)[]): Uint8Array {
  const dimensions = shape.map((size) => [1, message([typeof size === 'number' ? 1 : 2, size])] as const);
  return message([1, name], [2, message([1, message([1, type], [2, message(...dimensions)])])]);
}

function message(...fields: readonly (readonly [field: number, value: number | string | Uint8Array])[]): Uint8Array {
  const writer = protobuf.Writer.create();
  for (const [field, value] of fields) {
    if (typeof value === 'number') writer.uint32(field * 8).int64(value);
    else if (typeof value === 'string') writer.uint32(field * 8 + 2).string(value);
    else writer.uint32(field * 8 + 2).bytes(value);
  }
  return writer.finish();
}

/** Between -1 and 1, the same at every call. */
function numbers(words: number, dimensions: number, seed: number): Uint8Array {
  let state = seed;
  const values = Float32Array.from({ length: words * dimensions }, (_, at) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * (at < SPECIAL.length * dimensions ? 0.01 : 1);
  });
  return new Uint8Array(values.buffer);
}
