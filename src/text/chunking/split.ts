import type { TextBlock } from './types.ts';
import { countTokens } from './tokens.ts';

/** A part of a block, and the white space between it and the previous part: joined, the parts are the block. */
export interface Part {
  text: string;
  join: string;
}

/**
 * Splits a block that is too long for one chunk into parts of at most `maxTokens`. Nothing is added or lost; only the
 * parts of a table repeat its first row.
 */
export function splitBlock(block: TextBlock, maxTokens: number): Part[] {
  if (block.kind === 'table') return splitTable(block.text, maxTokens);
  if (block.kind === 'code' || block.kind === 'list') return splitLines(block.text, maxTokens);
  const sentenceParts = windows(block.text).flatMap((part) => sentences(part));
  return toParts(
    sentenceParts.flatMap((sentence) => fit(sentence, maxTokens)),
    /^\s*/,
  );
}

/** The last whole sentences of a text that fit in `maxTokens`; empty if not even the last one fits. */
export function cutTail(text: string, maxTokens: number): string {
  const end = text.slice(-8 * maxTokens);
  const whole = end.length < text.length ? sentences(end).slice(1) : sentences(end);
  let tail = '';
  for (const sentence of whole.toReversed()) {
    if (countTokens(sentence + tail) > maxTokens) break;
    tail = sentence + tail;
  }
  return tail.trim();
}

/** Rows are not split; each part starts with the first row of the table, its column names. */
function splitTable(text: string, maxTokens: number): Part[] {
  const header = text.split('\n', 1)[0] ?? '';
  const headerTokens = countTokens(header);
  if (headerTokens > maxTokens / 3) return splitLines(text, maxTokens);
  const parts = splitLines(text.slice(header.length + 1), maxTokens - headerTokens - 2);
  return parts.map((part) => ({ text: `${header}\n${part.text}`, join: '\n\n' }));
}

function splitLines(text: string, maxTokens: number): Part[] {
  const slices = text.split(/(?<=\n)/).flatMap((line) => fit(line, maxTokens));
  return toParts(group(slices, maxTokens), /^(?:[^\S\n]*\n)*/);
}

/** A line or sentence, split between words if it is longer than a chunk. */
function fit(text: string, maxTokens: number): string[] {
  if (countTokens(text) <= maxTokens) return [text];
  const words = text.split(/(?<=\s)(?=\S)/).flatMap((word) => cutWord(word, maxTokens));
  return group(words, maxTokens);
}

/** Moves white space around the slices between them. */
function toParts(slices: readonly string[], leading: RegExp): Part[] {
  const parts: Part[] = [];
  let join = '';
  for (const slice of slices) {
    const start = leading.exec(slice)?.[0].length ?? 0;
    const text = slice.slice(start).trimEnd();
    join += slice.slice(0, start);
    if (text) {
      parts.push({ text, join });
      join = '';
    }
    join += slice.slice(start + text.length);
  }
  return parts;
}

/** Splits a very long word, never within a surrogate pair. */
function cutWord(word: string, maxTokens: number): string[] {
  if (countTokens(word) <= maxTokens) return [word];
  const parts: string[] = [];
  for (let from = 0; from < word.length;) {
    let to = from + maxTokens;
    if (isLowSurrogate(word.charCodeAt(to))) to--;
    parts.push(word.slice(from, to));
    from = to;
  }
  return parts;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

/** Joins slices as long as they fit; one that ends a line counts one token more. */
function group(slices: readonly string[], maxTokens: number): string[] {
  const groups: { slices: string[]; tokens: number }[] = [];
  for (const slice of slices) {
    const tokens = countTokens(slice) + (slice.endsWith('\n') ? 1 : 0);
    const last = groups.at(-1);
    if (last && last.tokens + tokens <= maxTokens) {
      last.slices.push(slice);
      last.tokens += tokens;
    } else groups.push({ slices: [slice], tokens });
  }
  return groups.map((each) => each.slices.join(''));
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const WINDOW = 20_000;
/** The abbreviations after which a sentence continues, although a capital letter may follow. */
const ABBREVIATION =
  /(?:^|[\s(])(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|Fig|Figs|Eq|No|Nos|vol|pp|cf|vs|ca|etc|e\.g|i\.e|bzw|z\.B|d\.h|Nr)\.\s*$/;

/** A sentence of a script that has white space after its full stops does not end without it: `./file`. */
const CONTINUES = /[^\s。!?。]$/;

/** Sentences with the spaces after them, so that joining them gives the text. */
function sentences(text: string): string[] {
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = found.at(-1);
    if (last !== undefined && last.length < 1000 && continues(last.slice(-12)))
      found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

function continues(end: string): boolean {
  return CONTINUES.test(end) || ABBREVIATION.test(end);
}

/** Splits a long text at spaces into parts that the segmenter processes quickly. */
function windows(text: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + WINDOW);
    if (to < text.length) {
      const blank = text.slice(from, to).search(/\s\S*$/);
      if (blank > 0) to = from + blank + 1;
      else if (isLowSurrogate(text.charCodeAt(to))) to--;
    }
    found.push(text.slice(from, to));
    from = to;
  }
  return found;
}
