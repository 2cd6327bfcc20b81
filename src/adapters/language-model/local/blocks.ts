import { textParts } from '../../../text/sentences.ts';
import { isCode } from './code.ts';

/** A part of a passage: a paragraph with its sentences, a list with its items, a table with its rows, or code. */
export interface Block {
  kind: 'prose' | 'list' | 'table' | 'code';
  /** The units that are quoted: sentences, items without marks, rows with the heads of their columns, the whole code. */
  units: readonly string[];
  /** The lines of a list or of code. */
  lines: readonly string[];
  /** True if the items of a list are numbered. */
  isOrdered: boolean;
  /** The heading above it and, for prose, the question that it answers. */
  heading: string;
}

const ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+/;
const ORDERED_ITEM = /^\s*\d{1,9}[.)]\s/;
const HEADING = /^ {0,3}#{1,6}\s+/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const ROW = /^\s*\||\s\|(?:\s|$)/;
const RULE = /^[\s|:-]+$/;
const SENTENCE_END = /[.!?。!?…:;]["'”’)\]]*$/;
const QUESTION_END = /[??]["'”’)\]]*$/;
/** A paragraph of so few words without an end is taken for a heading. */
const HEADING_WORDS = 7;

/** The blocks of a plain or Markdown text in order. Headings and questions are no blocks: they say what the next ones are about. */
export function parseBlocks(text: string): Block[] {
  const reader = new BlockReader();
  for (const paragraph of splitParagraphs(text.split('\n'))) reader.read(paragraph);
  return reader.blocks;
}

interface Paragraph {
  lines: readonly string[];
  isFenced: boolean;
}

function splitParagraphs(lines: readonly string[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: string[] = [];
  let isFenced = false;
  const close = (): void => {
    if (open.length > 0) paragraphs.push({ lines: open, isFenced });
    open = [];
  };
  for (const line of lines) {
    if (FENCE.test(line)) {
      close();
      isFenced = !isFenced;
    } else if (line.trim() !== '' || isFenced) open.push(line.trimEnd());
    else close();
  }
  close();
  return paragraphs;
}

class BlockReader {
  readonly blocks: Block[] = [];
  private heading = '';
  private question = '';

  read({ lines, isFenced }: Paragraph): void {
    if (isFenced || isCode(lines, this.blocks.at(-1)?.kind === 'code')) return this.addCode(lines);
    const runs: { kind: 'heading' | 'item' | 'row' | 'prose'; lines: string[] }[] = [];
    for (const line of lines) {
      const last = runs.at(-1);
      const kind = lineKind(line);
      // A line without a mark below an item goes on with it.
      if (kind === 'prose' && last?.kind === 'item') last.lines.push(line);
      else if (last?.kind === kind && kind !== 'heading') last.lines.push(line);
      else runs.push({ kind, lines: [line] });
    }
    for (const run of runs) {
      if (run.kind === 'heading') this.openSection(run.lines.join(' ').replace(HEADING, ''));
      else if (run.kind === 'row')
        this.add('table', describeRows(run.lines.map(splitCells).filter((row) => row.length > 0)));
      else if (run.kind === 'item') this.addList(run.lines);
      else this.addProse(run.lines);
    }
  }

  private openSection(heading: string): void {
    this.heading = heading;
    this.question = '';
  }

  private add(kind: Block['kind'], units: readonly string[], lines: readonly string[] = [], isOrdered = false): void {
    const wordUnits = units.filter((unit) => /[\p{L}\p{N}]/u.test(unit));
    const heading = `${this.heading} ${this.question}`.trim();
    if (wordUnits.length > 0) this.blocks.push({ kind, units: wordUnits, lines, isOrdered, heading });
  }

  /** An empty line within code does not end it. */
  private addCode(lines: readonly string[]): void {
    const last = this.blocks.at(-1);
    if (last?.kind !== 'code') return this.add('code', [lines.join('\n')], lines);
    this.blocks.pop();
    const all = [...last.lines, '', ...lines];
    this.blocks.push({ ...last, units: [all.join('\n')], lines: all });
  }

  private addList(lines: readonly string[]): void {
    const items = lines.join('\n').split(new RegExp(`\\n(?=${ITEM.source.slice(1)})`));
    const units = items.map((item) => trimRow(item.replace(ITEM, '')));
    const isOrdered = ORDERED_ITEM.test(items[0] ?? '');
    const last = this.blocks.at(-1);
    if (last?.kind !== 'list' || last.isOrdered !== isOrdered) return this.add('list', units, lines, isOrdered);
    this.blocks.pop();
    this.blocks.push({ ...last, units: [...last.units, ...units], lines: [...last.lines, ...lines] });
  }

  private addProse(lines: readonly string[]): void {
    const text = lines.join('\n');
    const [first = ''] = lines;
    const isShort = !SENTENCE_END.test(first) && first.split(' ').length <= HEADING_WORDS;
    if (lines.length === 1 && isShort) return this.openSection(first);
    const sentences: string[] = [];
    const flush = (): void => this.add('prose', sentences.splice(0));
    let from = 0;
    for (const { end } of textParts(text)) {
      const sentence = trimRow(text.slice(from, end));
      // Marks at the start of a sentence, such as those of `?w=400`, are no sentence.
      if (!/[\p{L}\p{N}]/u.test(sentence)) continue;
      from = end;
      if (QUESTION_END.test(sentence)) {
        flush();
        this.question = sentence;
      } else sentences.push(sentence);
    }
    flush();
  }
}

function lineKind(line: string): 'heading' | 'item' | 'row' | 'prose' {
  if (HEADING.test(line)) return 'heading';
  if (ITEM.test(line)) return 'item';
  return ROW.test(line) ? 'row' : 'prose';
}

/** Empty for the line below the head of a table. */
function splitCells(line: string): string[] {
  if (RULE.test(line)) return [];
  const bare = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return bare.split(/\s*\|(?:\s+|$)/).map(trimRow);
}

/** Each cell follows the head of its column: alone a row would not say what its figures are. */
function describeRows([heads = [], ...rows]: string[][]): string[] {
  const described = rows.map((cells) =>
    cells.map((cell, index) => (cell && heads[index] && index > 0 ? `${heads[index]}: ${cell}` : cell)),
  );
  return [heads, ...described].map((cells) => cells.filter(Boolean).join(' · '));
}

function trimRow(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
