import type { TextBlock } from './types.ts';

/** Paragraphs, separated by empty lines. */
export function parseText(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let lines: string[] = [];
  for (const line of [...unifyLines(text).split('\n'), '']) {
    if (line.trim()) lines.push(line.trimEnd());
    else if (lines.length > 0) {
      blocks.push({ kind: 'paragraph', text: lines.join('\n').trim() });
      lines = [];
    }
  }
  return blocks;
}

/**
 * The blocks of a Markdown text; YAML front matter and rules are ignored, links and emphasis are reduced to their text.
 * Parsed line by line, because common parsers take quadratic time on deeply nested lists and quotations, which are
 * treated as ordinary lines here.
 */
export function parseMarkdown(markdown: string): TextBlock[] {
  const reader = new MarkdownReader();
  for (const line of withoutFrontMatter(unifyLines(markdown)).split('\n')) reader.read(line);
  return reader.finish();
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/;
const QUOTE_MARKS = /^ {0,3}>[> \t]*/;
const RULE = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const TABLE_RULE = /^[ \t|:-]+$/;

class MarkdownReader {
  private readonly blocks: TextBlock[] = [];
  private kind: TextBlock['kind'] = 'paragraph';
  private lines: string[] = [];
  private fence = '';
  /** An empty line ends a paragraph; a list continues if another item or an indented line follows. */
  private afterBlank = false;

  read(line: string): void {
    if (this.fence) return this.readCode(line);
    const bare = line.includes('>') ? line.replace(QUOTE_MARKS, '') : line;
    if (bare.trim() === '') {
      if (this.kind !== 'list') this.flush();
      this.afterBlank = true;
      return;
    }
    this.readLine(bare);
    this.afterBlank = false;
  }

  finish(): TextBlock[] {
    this.flush();
    return this.blocks;
  }

  private readCode(line: string): void {
    if (line.trim().startsWith(this.fence) && line.trim().replaceAll(this.fence[0] ?? '', '') === '') {
      this.flush();
      this.fence = '';
    } else this.lines.push(line);
  }

  private readLine(line: string): void {
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    if (fence) {
      this.start('code');
      this.fence = fence;
    } else if (heading) this.addHeading(heading[2] ?? '', heading[1]?.length ?? 1);
    else if (this.isUnderline(line)) this.underline(line);
    else if (line.length < 200 && RULE.test(line)) this.flush();
    else if (LIST_ITEM.test(line)) this.addTo('list', line);
    else if (this.kind === 'list' && this.lines.length > 0 && (!this.afterBlank || /^\s/.test(line)))
      this.lines.push(line);
    else this.readTableOrText(line);
  }

  private readTableOrText(line: string): void {
    const isHeader = this.kind === 'paragraph' && this.lines.length === 1 && this.lines[0]?.includes('|');
    if (isHeader && TABLE_RULE.test(line) && line.includes('|') && line.includes('-')) this.kind = 'table';
    else if (this.kind === 'table' && line.includes('|')) this.lines.push(line);
    else this.addTo('paragraph', line);
  }

  private isUnderline(line: string): boolean {
    return this.kind === 'paragraph' && this.lines.length === 1 && UNDERLINE.test(line);
  }

  private underline(line: string): void {
    const text = this.lines.join(' ');
    this.lines = [];
    this.addHeading(text, line.includes('=') ? 1 : 2);
  }

  private addHeading(text: string, level: number): void {
    this.flush();
    const plain = plainInline(text.trim().replace(/(?:^|[ \t])#+$/, '')).trim();
    if (plain) this.blocks.push({ kind: 'heading', text: plain, level });
  }

  private addTo(kind: 'list' | 'paragraph', line: string): void {
    if (this.kind !== kind) this.start(kind);
    this.lines.push(line);
  }

  private start(kind: TextBlock['kind']): void {
    this.flush();
    this.kind = kind;
  }

  private flush(): void {
    const text = blockText(this.kind, this.lines);
    if (text.trim()) this.blocks.push({ kind: this.kind, text });
    this.kind = 'paragraph';
    this.lines = [];
  }
}

function blockText(kind: TextBlock['kind'], lines: readonly string[]): string {
  if (kind === 'code') return lines.join('\n');
  if (kind === 'table') return lines.map((line) => plainInline(plainRow(line))).join('\n');
  return plainInline(lines.map((line) => (kind === 'list' ? line.trimEnd() : line.trim())).join('\n'));
}

/** `| a | b |` → `a | b` */
function plainRow(line: string): string {
  const row = line.trim();
  const inner = row.slice(row.startsWith('|') ? 1 : 0, row.length > 1 && row.endsWith('|') ? -1 : undefined);
  return inner
    .split('|')
    .map((cell) => cell.trim())
    .join(' | ');
}

/** Every pattern is bounded and its parts start with different characters, so that no input is slow. */
function plainInline(text: string): string {
  return text
    .replaceAll(/!?\[([^[\]\n]{0,500})\]\([^()[\]\s]{0,2000}(?:[ \t]{1,8}"[^"\n[\]]{0,500}")?\)/g, '$1')
    .replaceAll(/(\*\*|__|~~)(?=\S)([^*_~\n]{1,500})\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]{1,500})\*(?![\w*])/g, '$1')
    .replaceAll(/`([^`\n]{1,500})`/g, '$1');
}

function unifyLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replace(/^\ufeff/, '');
}

function withoutFrontMatter(markdown: string): string {
  if (!markdown.startsWith('---\n')) return markdown;
  const end = markdown.indexOf('\n---\n', 3);
  return end > 0 && end < 20_000 && /^[\w-]+[ \t]*:/m.test(markdown.slice(4, end + 1))
    ? markdown.slice(end + 5)
    : markdown;
}
