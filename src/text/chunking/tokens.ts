/**
 * Estimates the number of tokens of a text from its characters. Compared with a byte-pair tokenizer of 200,000 entries,
 * the result was 0.8 to 1.2 times as high for prose in ten languages, tables, numbers and code. In contrast to such a
 * tokenizer it takes linear time for any input and needs no vocabulary. More accuracy would not help, because every
 * model counts differently and accepts much longer texts than a chunk.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  let kind = BLANK;
  for (let index = 0; index < text.length; index++) {
    const next = classifyCharacter(text.charCodeAt(index));
    if (next === kind) {
      run++;
      continue;
    }
    tokens += tokensOfRun(kind, run);
    kind = next;
    run = 1;
  }
  return tokens + tokensOfRun(kind, run);
}

const BLANK = 0;
const LETTER = 1;
const DIGIT = 2;
const SIGN = 3;
const FOREIGN_LETTER = 4;
const IDEOGRAPH = 5;
const SYLLABLE = 6;

/** Number of consecutive characters of one kind per token. */
const PER_TOKEN = [64, 7, 3, 2, 4, 1, 2];

/** A longer run of letters is not a word but a key or encoded data. */
const MAX_WORD_LENGTH = 24;

/** A single space belongs to the next word. */
function tokensOfRun(kind: number, run: number): number {
  if (kind === BLANK && run < 2) return 0;
  return Math.ceil(run / (kind === LETTER && run > MAX_WORD_LENGTH ? 3 : (PER_TOKEN[kind] ?? 1)));
}

function classifyCharacter(code: number): number {
  if (code < 0x80) return ASCII_KINDS[code] ?? SIGN;
  if (code < 0x250) return LETTER;
  if (code >= 0xac00 && code < 0xd800) return SYLLABLE;
  if (code >= 0x2e80) return IDEOGRAPH;
  if (code >= 0x2000) return SIGN;
  return code >= 0xe00 ? SYLLABLE : FOREIGN_LETTER;
}

const ASCII_KINDS = Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code <= 0x20) return BLANK;
  if (/[a-z]/i.test(character)) return LETTER;
  return /\d/.test(character) ? DIGIT : SIGN;
});
