import type { TextBlock } from './types.ts';
import { countTokens } from './tokens.ts';

/** A part of a block, and the text between it and the previous part. */
export interface Part {
  text: string;
  join: string;
}

/** Splits a block that is too long for one chunk into parts of at most `maxTokens`, without losing text. */
export function splitBlock(block: TextBlock, maxTokens: number): Part[] {
  if (block.kind === 'table') return splitTable(block.text, maxTokens);
  if (block.kind === 'code' || block.kind === 'list') return splitLines(block.text, maxTokens);
  return splitProse(block.text, maxTokens, '\n\n');
}

/** The last whole sentences of a text that fit in `maxTokens`; empty if not even the last one fits. */
export function tailOf(text: string, maxTokens: number): string {
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
  const [header = '', ...rows] = text.split('\n');
  const headerTokens = countTokens(header);
  if (headerTokens > maxTokens / 3) return splitLines(text, maxTokens);
  const parts = group(
    rows.flatMap((row) => fit(row, '\n', maxTokens - headerTokens - 2)),
    maxTokens - headerTokens - 2,
  );
  return parts.map((part) => ({ text: `${header}\n${part.text}`, join: '\n\n' }));
}

function splitLines(text: string, maxTokens: number): Part[] {
  return group(
    text.split('\n').flatMap((line) => fit(line, '\n', maxTokens)),
    maxTokens,
  );
}

function splitProse(text: string, maxTokens: number, join: string): Part[] {
  const whole = windows(text).flatMap((part) => sentences(part));
  return whole
    .flatMap((sentence, at) => fit(sentence.trim(), at === 0 ? join : ' ', maxTokens))
    .filter((part) => part.text);
}

/** A line or sentence, split between words if it is longer than a chunk. */
function fit(text: string, join: string, maxTokens: number): Part[] {
  if (countTokens(text) <= maxTokens) return [{ text, join }];
  const words = text.split(/(?<=\s)/).flatMap((word) => cutWord(word, maxTokens));
  return group(
    words.map((word): Part => ({ text: word, join: '' })),
    maxTokens,
  ).map((part, at) => ({ text: part.text, join: at === 0 ? join : ' ' }));
}

/** Splits a very long word, never within a surrogate pair. */
function cutWord(word: string, maxTokens: number): string[] {
  if (countTokens(word) <= maxTokens) return [word];
  const parts: string[] = [];
  for (let from = 0; from < word.length;) {
    let to = from + maxTokens;
    const code = word.charCodeAt(to);
    if (code >= 0xdc00 && code < 0xe000) to--;
    parts.push(word.slice(from, to));
    from = to;
  }
  return parts;
}

/** Joins parts as long as they fit. The count of a joined text is at most one token more than the sum of the counts. */
function group(parts: readonly Part[], maxTokens: number): Part[] {
  const groups: { texts: string[]; join: string; tokens: number }[] = [];
  for (const { text, join } of parts) {
    const tokens = countTokens(text) + (join ? 1 : 0);
    const last = groups.at(-1);
    if (last && last.tokens + tokens <= maxTokens) {
      last.texts.push(join, text);
      last.tokens += tokens;
    } else groups.push({ texts: [text], join, tokens });
  }
  return groups.map(({ texts, join }) => ({ text: texts.join(''), join }));
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const WINDOW = 20_000;
/** After these abbreviations a sentence continues, although a capital letter may follow. */
const ABBREVIATION =
  /(?:^|[\s(])(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|Fig|Figs|Eq|No|Nos|vol|pp|cf|vs|ca|etc|e\.g|i\.e|bzw|z\.B|d\.h|Nr)\.\s*$/;

/** Sentences with the spaces after them, so that joining them gives the text. */
function sentences(text: string): string[] {
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = found.at(-1);
    if (last !== undefined && last.length < 1000 && ABBREVIATION.test(last.slice(-12)))
      found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

/** Splits a long text at spaces into parts that the segmenter processes quickly. */
function windows(text: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + WINDOW);
    if (to < text.length) {
      const blank = text.slice(from, to).search(/\s\S*$/);
      if (blank > 0) to = from + blank + 1;
    }
    found.push(text.slice(from, to));
    from = to;
  }
  return found;
}
