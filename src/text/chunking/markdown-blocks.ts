import type { Token } from 'markdown-it';
import { isHtmlElement, parseHtml } from './html.ts';
import type { TextBlock } from './types.ts';

const MAX_INDENTED = 6;

/** Converts the tokens of a Markdown text to blocks. */
export class MarkdownBlocks {
  private readonly blocks: TextBlock[] = [];
  /** Lines of the outermost list; code and tables within it are blocks of their own, to be kept whole. */
  private lines: string[] = [];
  private lists = 0;
  /** The mark of a list item before its first line. */
  private mark = '';
  private heading = 0;
  private rows: string[] = [];
  /** Cells of the current row of a table; undefined outside of tables. */
  private cells: string[] | undefined;

  read(token: Token): void {
    switch (token.type) {
      case 'heading_open':
        this.heading = token.level === 0 ? Number(token.tag.slice(1)) : 0;
        return;
      case 'heading_close':
        this.heading = 0;
        return;
      case 'bullet_list_open':
      case 'ordered_list_open':
        this.lists++;
        return;
      case 'bullet_list_close':
      case 'ordered_list_close':
        if (--this.lists === 0) this.flushList();
        return;
      case 'list_item_open':
        this.mark = `${token.info}${token.markup} `;
        return;
      case 'list_item_close':
        this.mark = '';
        return;
      case 'tr_open':
        this.cells = [];
        return;
      case 'tr_close':
        this.rows.push((this.cells ?? []).join(' | '));
        this.cells = undefined;
        return;
      case 'table_close':
        this.add({ kind: 'table', text: this.rows.join('\n') });
        this.rows = [];
        return;
      case 'fence':
      case 'code_block':
        this.add({ kind: 'code', text: token.content.trimEnd() });
        return;
      case 'html_block':
        for (const block of parseHtml(token.content)) this.addHtml(block);
        return;
      case 'inline':
        this.addText(inlineText(token));
        return;
      default:
    }
  }

  finish(): TextBlock[] {
    this.flushList();
    return this.blocks;
  }

  private addText(text: string): void {
    if (this.cells) this.cells.push(text.replaceAll(/\s+/g, ' ').trim());
    else if (this.heading > 0) this.add({ kind: 'heading', level: this.heading, text: text.trim() });
    else if (this.lists > 0) this.addToList(text);
    else this.add({ kind: 'paragraph', text: text.trim() });
  }

  /** A heading in a list or quotation is not one of the document. */
  private addHtml(block: TextBlock): void {
    if (this.lists > 0 && block.kind !== 'code' && block.kind !== 'table') this.addToList(block.text);
    else this.add(block);
  }

  private addToList(text: string): void {
    const indent = '  '.repeat(Math.min(this.lists - 1, MAX_INDENTED));
    for (const line of text.split('\n')) {
      if (!line.trim()) continue;
      this.lines.push(indent + (this.mark || '  ') + line.trimEnd());
      this.mark = '';
    }
  }

  private add(block: TextBlock): void {
    this.flushList();
    if (block.text.trim()) this.blocks.push(block);
  }

  private flushList(): void {
    if (this.lines.length > 0) this.blocks.push({ kind: 'list', text: this.lines.join('\n') });
    this.lines = [];
  }
}

/** The text of a paragraph, heading or cell: without marks, link targets and HTML tags. */
function inlineText({ content, children }: Token): string {
  if (!children?.length) return content;
  return children.map(tokenText).join('');
}

function tokenText(token: Token): string {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    case 'html_inline':
      return tagText(token.content);
    case 'image':
      return inlineText(token);
    default:
      return token.content;
  }
}

/** What looks like a tag but is not an element of HTML is text, such as `List<string>`. */
function tagText(tag: string): string {
  const name = /^<([a-z][a-z0-9-]*)[^=/]*>$/i.exec(tag)?.[1]?.toLowerCase();
  if (/^<br\b/i.test(tag)) return '\n';
  return name === undefined || isHtmlElement(name) ? '' : tag;
}
