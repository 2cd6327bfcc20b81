import type { ChatEvent } from '../../ports/language-model.ts';
import { CodeTracker } from './code-tracker.ts';

/** Up to ten of `[1]`, `[1, 2]`, `[1-3]`, `[^1]` or `【1】` in a row, with the spaces before them. */
const MARK = String.raw`[ \t]{0,8}(?:\[\^?\d{1,3}(?:\s?[,;–-]\s?\^?\d{1,3}){0,20}\]|【\d{1,3}[^\n【】]{0,20}】)`;
const MARKS = new RegExp(`(?:${MARK}){1,10}`, 'g');
/** The end of a text that may be the beginning of marks, or is one that may be part of a link. */
const OPEN_END = new RegExp(String.raw`(?:${MARK}){0,10}[ \t]{0,8}(?:\[[\d^,;–\s-]{0,40}\]?|【[^\n【】]{0,24}】?)?$`);
const NUMBERS = /\d{1,3}(?:\s?[–-]\s?\^?\d{1,3})?/g;
const MAX_RANGE = 20;
const HAS_WORDS = /[\p{L}\p{N}]/u;

/**
 * Takes the numbers of documents in brackets out of a streamed answer and makes citations of them. A mark speaks for the
 * text since the mark before it, or since the beginning of the paragraph; whether the documents say so is checked later.
 * Brackets that name no document of the request are text, as are any in code.
 */
export class CitationMarks {
  private readonly documentIds: readonly string[];
  private readonly code = new CodeTracker();
  /** Text that may be part of a mark. */
  private buffer = '';
  private length = 0;
  /** Where the text begins that the next mark speaks for. */
  private markStart = 0;
  private hasWords = false;
  private last: { start: number; end: number } | null = null;
  private isAtLineStart = true;
  private skipsSpace = false;

  /** @param documentIds by their numbers, beginning with 1 */
  constructor(documentIds: readonly string[]) {
    this.documentIds = documentIds;
  }

  push(delta: string): ChatEvent[] {
    if (this.documentIds.length === 0) return this.say(delta);
    this.buffer += delta;
    const end = OPEN_END.exec(this.buffer)?.index ?? this.buffer.length;
    const ready = this.buffer.slice(0, end);
    this.buffer = this.buffer.slice(end);
    return this.read(ready, this.buffer.charAt(0));
  }

  end(): ChatEvent[] {
    const rest = this.buffer;
    this.buffer = '';
    return this.read(rest, '');
  }

  /** @param next what follows the text */
  private read(text: string, next: string): ChatEvent[] {
    const events: ChatEvent[] = [];
    let position = 0;
    for (const match of text.matchAll(MARKS)) {
      const after = match.index + match[0].length;
      events.push(...this.say(text.slice(position, match.index)));
      position = match.index;
      const ids = this.findDocuments(match[0]);
      const isLink = (text.charAt(after) || next) === '(' || (text.charAt(after) || next) === ':';
      if (ids.length === 0 || isLink || this.code.isInCode()) continue;
      position = after;
      this.skipsSpace = this.isAtLineStart;
      // At the beginning of a line it speaks for nothing, as in a list of sources.
      if (!this.isAtLineStart) events.push(...this.cite(ids));
    }
    return [...events, ...this.say(text.slice(position))];
  }

  private say(newText: string): ChatEvent[] {
    const text = this.skipsSpace ? newText.replace(/^[ \t]+/, '') : newText;
    if (text === '') return [];
    this.skipsSpace = false;
    const paragraph = text.lastIndexOf('\n');
    if (paragraph >= 0) {
      this.markStart = this.length + paragraph + 1;
      this.hasWords = false;
    }
    this.hasWords ||= HAS_WORDS.test(text.slice(paragraph + 1));
    this.isAtLineStart = /(?:^|\n)[ \t]*$/.test(text) && (paragraph >= 0 || this.isAtLineStart);
    this.code.push(text);
    this.length += text.length;
    return [{ type: 'text', text }];
  }

  /** A mark right after another one, or after its full stop, speaks for the same text. */
  private cite(documentIds: readonly string[]): ChatEvent[] {
    if (this.hasWords) this.last = { start: this.markStart, end: this.length };
    this.markStart = this.length;
    this.hasWords = false;
    return this.last ? [{ type: 'citation', citation: { ...this.last, documentIds } }] : [];
  }

  private findDocuments(marks: string): string[] {
    const ids = new Set<string>();
    // What follows the number in `【1†source】` is not one.
    for (const [range] of marks.replaceAll(/†[^】]*/g, '').matchAll(NUMBERS)) {
      const [first = 0, last = first] = range.split(/[–-]/).map((each) => Number(each.replace('^', '').trim()));
      for (let number = first; number <= Math.min(last, first + MAX_RANGE); number++) {
        const id = this.documentIds[number - 1];
        if (id !== undefined) ids.add(id);
      }
    }
    return [...ids];
  }
}
