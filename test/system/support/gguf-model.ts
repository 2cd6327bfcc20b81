const DIMENSIONS = 64;
const HIDDEN = 96;
/** Of attention, whose time grows with the square of the length of a prompt. */
const HEAD = 8;
const CONTEXT_TOKENS = 131_072;

interface Token {
  text: string;
  type: number;
  /** How readily it is said. */
  bias: number;
  /** How much more readily it is said after a token with the same mark. */
  after?: [Mark, number];
  mark?: Mark;
}

/** Marks are dimensions of their own. Dimension 0 is the same for all tokens: it carries the biases. */
type Mark = 1 | 2 | 3;
const ACTS: Mark = 1;
const ENDS: Mark = 2;
const BEGINS: Mark = 3;
const MARKS = 3;
const CONSTANT = 8;
const NEVER = -12;

/**
 * A language model of 0.9 MB in the format GGUF, for servers such as llama.cpp's. It says random words, but its server
 * does with it what it does with any model: templates, grammars for tool calls, token counts, limits. It ends by itself,
 * writes numbers of documents now and then, and calls a tool first if it is given any. As an embedding model it finds texts
 * with the same pairs of letters.
 */
export function tinyModel(): Buffer {
  return gguf(tensors());
}

const TYPE = { normal: 1, unknown: 2, control: 3, userDefined: 4, byte: 6 };
const WORDS =
  'the a of and to in on with for from water river mountain snow bread oven chain house garden street morning evening good cold high old new goes makes sees brings opens closes under over many few always never here there'.split(
    ' ',
  );
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const PRINTABLE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
const SAID: Readonly<Record<string, number>> = { '.': 2.4, '"': 1.5, '}': -6, ']': -6, '</tool_call>': -6 };

/** Pairs of letters, so that a token has about as many characters as with common models. */
const TOKENS: readonly Token[] = [
  { text: '<unk>', type: TYPE.unknown, bias: NEVER },
  { text: '<s>', type: TYPE.control, bias: NEVER },
  { text: '</s>', type: TYPE.control, bias: -6, after: [ENDS, 9] },
  ...Array.from({ length: 256 }, (_, byte) => ({
    ...said(`<0x${hex(byte)}>`, TYPE.byte),
    // Answers begin after a line feed.
    ...(byte === 10 && { mark: BEGINS }),
  })),
  said('<|turn|>', TYPE.userDefined),
  { ...said('<|act|>', TYPE.userDefined), mark: ACTS },
  { ...said('<tool_call>', TYPE.userDefined), after: [ACTS, 30] },
  { ...said('</tool_call>', TYPE.userDefined), mark: ENDS },
  ...LETTERS.flatMap((letter) => ['▁', ...LETTERS].map((before) => said(before + letter, TYPE.normal))),
  ...['▁', ...PRINTABLE].map((text) => said(text, TYPE.normal)),
  ...WORDS.filter((word) => word.length > 1).map((word) => ({ ...said(`▁${word}`, TYPE.normal), bias: 0 })),
  ...['[1]', '[2]', '[3]'].map((text) => ({ ...said(text, TYPE.normal), bias: 0, after: [ENDS, 2] as [Mark, number] })),
];

function said(text: string, type: number): Token {
  return { text, type, bias: SAID[text] ?? NEVER, ...(text === '.' && { mark: ENDS, after: [BEGINS, -12] }) };
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}

const TEMPLATE = `{%- if tools %}<|turn|>tools
{% for tool in tools %}{{ tool | tojson }}
{% endfor %}{% endif %}
{%- for message in messages %}<|turn|>{{ message.role }}
{{ message.content or '' }}
{%- for call in message.tool_calls or [] %}<tool_call>{{ {'name': call.function.name, 'arguments': call.function.arguments} | tojson }}</tool_call>{% endfor %}
{% endfor %}
{%- if add_generation_prompt %}<|turn|>assistant
{% if tools and messages[-1].role != 'tool' %}<|act|>{% endif %}{% endif %}`;

type Value =
  | { u32: number }
  | { f32: number }
  | { bool: boolean }
  | { text: string }
  | { i32s: number[] }
  | { f32s: number[] }
  | { texts: string[] };

const METADATA: Readonly<Record<string, Value>> = {
  'general.architecture': { text: 'llama' },
  'general.name': { text: 'tiny' },
  'llama.context_length': { u32: CONTEXT_TOKENS },
  'llama.embedding_length': { u32: DIMENSIONS },
  'llama.block_count': { u32: 1 },
  'llama.feed_forward_length': { u32: HIDDEN },
  'llama.attention.head_count': { u32: 1 },
  'llama.attention.key_length': { u32: HEAD },
  'llama.attention.value_length': { u32: HEAD },
  'llama.attention.layer_norm_rms_epsilon': { f32: 1e-5 },
  'llama.rope.dimension_count': { u32: HEAD },
  'tokenizer.ggml.model': { text: 'llama' },
  'tokenizer.ggml.tokens': { texts: TOKENS.map(({ text }) => text) },
  'tokenizer.ggml.scores': { f32s: TOKENS.map((_, id) => -id) },
  'tokenizer.ggml.token_type': { i32s: TOKENS.map(({ type }) => type) },
  'tokenizer.ggml.bos_token_id': { u32: 1 },
  'tokenizer.ggml.eos_token_id': { u32: 2 },
  'tokenizer.ggml.unknown_token_id': { u32: 0 },
  'tokenizer.ggml.add_bos_token': { bool: true },
  // A grammar is not met by a space after the marks of a turn.
  'tokenizer.ggml.add_space_prefix': { bool: false },
  'tokenizer.chat_template': { text: TEMPLATE },
};

interface Tensor {
  name: string;
  /** The length of a row first. */
  shape: number[];
  values: Float32Array;
}

let state = 1;
/** Always the same numbers, between -1 and 1. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 31 - 1;
}

function tensor(name: string, shape: number[], value: (row: number, column: number) => number): Tensor {
  const [columns = 1, rows = 1] = shape;
  const values = Float32Array.from({ length: columns * rows }, (_, at) =>
    value(Math.floor(at / columns), at % columns),
  );
  return { name, shape, values };
}

function embedding(id: number, dimension: number): number {
  if (dimension === 0) return CONSTANT;
  if (dimension <= MARKS) return TOKENS[id]?.mark === dimension ? CONSTANT : 0;
  return random() * 2;
}

/** What is said next depends on the last token, by these numbers, and a little on all before it. */
function readiness(id: number, dimension: number): number {
  const { bias, after } = TOKENS[id] ?? { bias: NEVER };
  const scale = Math.sqrt(DIMENSIONS / (DIMENSIONS * (4 / 3) + CONSTANT ** 2)) * CONSTANT;
  if (dimension === 0) return bias / scale;
  if (dimension <= MARKS) return after?.[0] === dimension ? after[1] / scale : 0;
  return random() * 0.25;
}

function tensors(): Tensor[] {
  const ones = (name: string) => tensor(name, [DIMENSIONS], () => 1);
  const small = (name: string, shape: number[]) => tensor(name, shape, () => random() * 0.05);
  return [
    tensor('token_embd.weight', [DIMENSIONS, TOKENS.length], embedding),
    ones('blk.0.attn_norm.weight'),
    ...['q', 'k', 'v'].map((part) => small(`blk.0.attn_${part}.weight`, [DIMENSIONS, HEAD])),
    small('blk.0.attn_output.weight', [HEAD, DIMENSIONS]),
    ones('blk.0.ffn_norm.weight'),
    ...['gate', 'up'].map((part) => small(`blk.0.ffn_${part}.weight`, [DIMENSIONS, HIDDEN])),
    small('blk.0.ffn_down.weight', [HIDDEN, DIMENSIONS]),
    ones('output_norm.weight'),
    tensor('output.weight', [DIMENSIONS, TOKENS.length], readiness),
  ];
}

/** GGUF version 3: metadata, the description of the tensors, and their numbers, each at a multiple of 32 bytes. */
function gguf(all: readonly Tensor[]): Buffer {
  let offset = 0;
  const described = all.map(({ name, shape, values }) => {
    const place = offset;
    offset += aligned(values.byteLength);
    return Buffer.concat([text(name), u32(shape.length), ...shape.map(u64), u32(0), u64(place)]);
  });
  const entries = Object.entries(METADATA).map(([key, value]) => Buffer.concat([text(key), typed(value)]));
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(all.length),
    u64(entries.length),
    ...entries,
    ...described,
  ]);
  return Buffer.concat([padded(head), ...all.map(({ values }) => padded(Buffer.from(values.buffer)))]);
}

function typed(value: Value): Buffer {
  if ('u32' in value) return Buffer.concat([u32(4), u32(value.u32)]);
  if ('f32' in value) return Buffer.concat([u32(6), f32(value.f32)]);
  if ('bool' in value) return Buffer.concat([u32(7), Buffer.from([Number(value.bool)])]);
  if ('text' in value) return Buffer.concat([u32(8), text(value.text)]);
  if ('i32s' in value) return list(5, value.i32s.map(u32));
  if ('f32s' in value) return list(6, value.f32s.map(f32));
  return list(8, value.texts.map(text));
}

function list(type: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(9), u32(type), u64(items.length), ...items]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
}

function u32(value: number): Buffer {
  return Buffer.from(Uint32Array.of(value).buffer);
}

function u64(value: number): Buffer {
  return Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
}

function f32(value: number): Buffer {
  return Buffer.from(Float32Array.of(value).buffer);
}

function aligned(length: number): number {
  return Math.ceil(length / 32) * 32;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]);
}
