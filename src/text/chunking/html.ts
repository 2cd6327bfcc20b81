import { Tokenizer } from 'htmlparser2';
import { wordSet } from '../folding.ts';
import type { TextBlock } from './types.ts';

/**
 * The blocks of an HTML page or fragment: headings, paragraphs, lists, tables and preformatted text, without tags and
 * with decoded entities. Scripts, styles, navigation, form controls and hidden parts are ignored. Uses the stream of
 * tags instead of a tree, because building a tree takes quadratic time on malicious pages.
 */
export function parseHtml(html: string): TextBlock[] {
  const reader = new HtmlReader();
  const tags = new TagStream(html, reader);
  const tokenizer = new Tokenizer({ decodeEntities: true }, tags);
  tokenizer.write(html);
  tokenizer.end();
  return reader.finish();
}

const IGNORED_ELEMENTS =
  wordSet(`script style noscript template nav svg math iframe object canvas audio video map select button
  datalist dialog title textarea noembed noframes`);
/** Elements with an optional end tag or none: if hidden, their end cannot be determined from tags. */
const OPEN_ENDED =
  wordSet(`p li dt dd tr td th option optgroup thead tbody tfoot colgroup caption area base br col embed hr
  img input link meta param source track wbr html body head`);
const INLINE =
  wordSet(`a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark output q ruby rb rp rt s
  samp small span strike strong sub sup time tt u var wbr img input`);
const BLOCKS =
  wordSet(`address article aside blockquote center dd details dir div dl fieldset figcaption figure footer form
  frame frameset h1 h2 h3 h4 h5 h6 header hgroup legend main menu ol pre search section summary table ul`);

export function isHtmlElement(name: string): boolean {
  return [IGNORED_ELEMENTS, OPEN_ENDED, INLINE, BLOCKS].some((names) => names.has(name));
}

const GROUPS: ReadonlyMap<string, 'table' | 'list'> = new Map([
  ['table', 'table'],
  ['ul', 'list'],
  ['ol', 'list'],
]);

class HtmlReader {
  private readonly blocks: TextBlock[] = [];
  private kind: TextBlock['kind'] = 'paragraph';
  private level = 1;
  private text: string[] = [];
  /** How many of them are open. */
  private readonly groups = { table: 0, list: 0 };
  private preformatted = false;
  /** The ignored element, and how many elements of its name are open. */
  private ignored: { name: string; depth: number } | undefined;

  start(name: string, hidden: boolean): void {
    if (this.ignored) {
      if (this.ignored.name === name) this.ignored.depth++;
    } else if (IGNORED_ELEMENTS.has(name) || (hidden && !OPEN_ENDED.has(name))) this.ignored = { name, depth: 1 };
    else if (!INLINE.has(name)) this.startBlock(name);
  }

  end(name: string): void {
    if (this.ignored) {
      if (this.ignored.name === name && --this.ignored.depth === 0) this.ignored = undefined;
    } else if (!INLINE.has(name)) this.endBlock(name);
  }

  write(text: string): void {
    if (!this.ignored) this.text.push(this.preformatted ? text : text.replaceAll(/\s+/g, ' '));
  }

  finish(): TextBlock[] {
    this.flush();
    return this.blocks;
  }

  /** The outermost list or table is one block with everything nested in it. */
  private startBlock(name: string): void {
    const level = headingLevel(name);
    const group = GROUPS.get(name);
    if (level && !this.groups.table) this.begin('heading', level);
    else if (group) {
      if (!this.inGroup) this.begin(group);
      this.groups[group]++;
    } else if (name === 'li') this.text.push(`\n${'  '.repeat(Math.max(0, Math.min(6, this.groups.list) - 1))}- `);
    else if (name === 'tr' || name === 'br') this.text.push('\n');
    else if (name === 'td' || name === 'th') this.text.push(CELL);
    else if (name === 'pre' && !this.inGroup) {
      this.begin('code');
      this.preformatted = true;
    } else this.breakText();
  }

  private endBlock(name: string): void {
    const group = GROUPS.get(name);
    if (group && this.groups[group] > 0) {
      this.groups[group]--;
      if (!this.inGroup) this.begin('paragraph');
    } else if (name === 'pre') {
      if (this.preformatted) this.begin('paragraph');
      this.preformatted = false;
    } else if (!['li', 'tr', 'td', 'th', 'br'].includes(name)) this.breakText();
  }

  private get inGroup(): boolean {
    return this.groups.list + this.groups.table > 0;
  }

  /** The end of a paragraph; within a list or table a space, so that words of two elements are not joined. */
  private breakText(): void {
    if (this.inGroup || this.preformatted) this.text.push(' ');
    else this.begin('paragraph');
  }

  private begin(kind: TextBlock['kind'], level = 1): void {
    this.flush();
    this.kind = kind;
    this.level = level;
  }

  private flush(): void {
    const text = tidy(this.text.join(''), this.kind);
    this.text = [];
    if (!text) return;
    this.blocks.push({ text, kind: this.kind, ...(this.kind === 'heading' && { level: this.level }) });
  }
}

/** Marks the start of each cell until the table is formatted: a noncharacter, which no text contains. */
const CELL = '\uFFFF';

function tidy(text: string, kind: TextBlock['kind']): string {
  if (kind === 'code') return text.replaceAll(CELL, ' ').replace(/^\n/, '').trimEnd();
  const lines = text.split('\n').map((line) => (kind === 'table' ? tidyRow(line) : tidyLine(line, kind)));
  return lines
    .filter((line) => line.trim() && line.trim() !== '-')
    .join('\n')
    .trim();
}

function tidyLine(line: string, kind: TextBlock['kind']): string {
  const indent = kind === 'list' ? (/^ {0,12}(?=- )/.exec(line)?.[0] ?? '') : '';
  return indent + line.replaceAll(CELL, ' ').replaceAll(/\s+/g, ' ').trim();
}

function tidyRow(line: string): string {
  const cells = line.split(CELL).map((cell) => cell.replaceAll(/\s+/g, ' ').trim());
  return (cells[0] ? cells : cells.slice(1)).join(' | ');
}

function headingLevel(name: string): number {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
}

/** Converts the tokenizer's positions to tags and text. The only attribute kept is whether the element is hidden. */
class TagStream {
  private readonly html: string;
  private readonly reader: HtmlReader;
  private name = '';
  private hidden = false;
  private attribute = '';
  private value = '';

  constructor(html: string, reader: HtmlReader) {
    this.html = html;
    this.reader = reader;
  }

  onopentagname(start: number, end: number): void {
    this.name = this.html.slice(start, end).toLowerCase();
    this.hidden = false;
  }

  onattribname(start: number, end: number): void {
    this.attribute = end - start < 16 ? this.html.slice(start, end).toLowerCase() : '';
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    if (VISIBILITY_ATTRIBUTES.has(this.attribute)) this.value += this.html.slice(start, Math.min(end, start + 1000));
  }

  onattribentity(): void {}

  onattribend(): void {
    const hides =
      this.attribute === 'hidden' ||
      (this.attribute === 'aria-hidden' && this.value === 'true') ||
      (this.attribute === 'style' && /(?:display:\s?none|visibility:\s?hidden)/i.test(this.value));
    if (hides) this.hidden = true;
  }

  onopentagend(): void {
    this.reader.start(this.name, this.hidden);
  }

  onselfclosingtag(): void {
    this.onopentagend();
    if (this.name === 'svg' || this.name === 'math') this.reader.end(this.name);
  }

  onclosetag(start: number, end: number): void {
    this.reader.end(this.html.slice(start, end).toLowerCase());
  }

  ontext(start: number, end: number): void {
    this.reader.write(this.html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.reader.write(String.fromCodePoint(codePoint));
  }

  oncdata(start: number, end: number, offset: number): void {
    this.reader.write(this.html.slice(start, end - offset));
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}

const VISIBILITY_ATTRIBUTES = new Set(['hidden', 'aria-hidden', 'style']);
