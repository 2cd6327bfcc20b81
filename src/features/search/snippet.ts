import { passageTerms, queryTerms, type Term } from '../../text/terms.ts';
import type { Snippet, TextSpan } from './search.types.ts';

const DEFAULT_MAX_LENGTH = 240;
const ELLIPSIS = '…';

/**
 * The part of a text that is most relevant to a query, with the positions of its words in any form, case or accents. At
 * most `maxLength` UTF-16 units long, cut at the ends of sentences or words, never within a character. Without a
 * matching word it is the beginning. `…` marks omitted text; the positions are in order and do not overlap.
 */
export function highlight(text: string, query: string, { maxLength = DEFAULT_MAX_LENGTH } = {}): Snippet {
  const stems = new Map(queryTerms(query).flatMap((word, at) => word.map((stem): [string, number] => [stem, at])));
  const matches = passageTerms(text).filter((term) => stems.has(term.stem));
  const room = Math.max(1, maxLength - 2 * ELLIPSIS.length);
  const window =
    text.length <= maxLength ? { start: 0, end: text.length } : placeWindow(text, bestSpan(matches, stems, room), room);
  return cutSnippet(text, window, matches);
}

/** The range of matches that fits and has the most different words of the query, then the most matches. */
function bestSpan(matches: readonly Term[], stems: ReadonlyMap<string, number>, room: number): TextSpan {
  const first = matches[0];
  if (!first) return { start: 0, end: 0 };
  let best = { start: first.start, end: first.end, score: 0 };
  const counts = new Map<number, number>();
  const toWord = (term: Term) => stems.get(term.stem) ?? -1;
  let from = 0;
  for (const [to, last] of matches.entries()) {
    counts.set(toWord(last), (counts.get(toWord(last)) ?? 0) + 1);
    while (from < to && last.end - (matches[from]?.start ?? 0) > room) drop(counts, toWord(matches[from++] ?? last));
    const score = counts.size * 1000 + (to - from);
    if (score > best.score) best = { start: matches[from]?.start ?? 0, end: last.end, score };
  }
  return best;
}

function drop(counts: Map<number, number>, word: number): void {
  const remaining = (counts.get(word) ?? 0) - 1;
  if (remaining > 0) counts.set(word, remaining);
  else counts.delete(word);
}

/** Extends a span to `room`: from the start of its sentence if that is near, up to the last whole word. */
function placeWindow(text: string, span: TextSpan, room: number): TextSpan {
  const spare = Math.max(0, room - (span.end - span.start));
  const earliest = Math.max(0, span.start - Math.floor(spare / 2));
  const start = sentenceStart(text, earliest, span.start) ?? wordStart(text, earliest, span.start);
  const latest = Math.min(text.length, start + room);
  if (latest === text.length) return { start: wordStart(text, Math.max(0, text.length - room), start), end: latest };
  return {
    start,
    end: sentenceEnd(text, Math.max(span.end, latest - room / 3), latest) ?? wordEnd(text, span.end, latest),
  };
}

const SENTENCE_END = /[.!?。!?…]["'”’)\]]*\s+|[。!?]|\n+/g;

function sentenceStart(text: string, from: number, to: number): number | undefined {
  if (from === 0) return 0;
  const [end] = [...text.slice(from, to).matchAll(SENTENCE_END)];
  return end && from + end.index + end[0].length;
}

function sentenceEnd(text: string, from: number, to: number): number | undefined {
  const begin = Math.ceil(from);
  const end = [...text.slice(begin, to).matchAll(SENTENCE_END)].at(-1);
  return end && begin + end.index + end[0].trimEnd().length;
}

function wordStart(text: string, from: number, to: number): number {
  if (from === 0 || /\s/.test(text[from - 1] ?? '')) return from;
  const blank = text.slice(from, to).search(/\s/);
  return blank >= 0 ? from + blank + 1 : wholeCharacter(text, from);
}

function wordEnd(text: string, from: number, to: number): number {
  const part = text.slice(from, to);
  const blank = /\s/.test(text[to] ?? ' ') ? part.length : part.search(/\s\S*$/);
  return blank >= 0 ? from + blank : wholeCharacter(text, to);
}

/** Moves a position out of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 ? at - 1 : at;
}

function cutSnippet(text: string, window: TextSpan, matches: readonly Term[]): Snippet {
  const raw = text.slice(window.start, window.end);
  const start = window.start + raw.length - raw.trimStart().length;
  const body = raw.trim();
  const before = text.slice(0, start).trim() ? ELLIPSIS : '';
  const after = text.slice(start + body.length).trim() ? ELLIPSIS : '';
  const shift = before.length - start;
  const inside = matches.filter((match) => match.start >= start && match.end <= start + body.length);
  return {
    text: before + body + after,
    highlights: mergeTouching(inside.map((match) => ({ start: match.start + shift, end: match.end + shift }))),
  };
}

/** Pairs of characters of a script without spaces overlap. */
function mergeTouching(spans: readonly TextSpan[]): TextSpan[] {
  const merged: TextSpan[] = [];
  for (const { start, end } of spans) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
