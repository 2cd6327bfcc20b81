import type { PDFPageProxy, TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js';
import type { ExtractedBlock } from '../../../ports/extractor.ts';

/** A node of the structure tree in the file. */
interface TagNode {
  role?: string;
  type?: string;
  id?: string;
  alt?: string;
  children?: TagNode[];
}

/** Headers and footers are outside the structure tree; if less than this share of the text is in it, it is unreliable. */
const MIN_SHARE = 0.6;

/** The page by the structure tree: headings, lists, tables. Null if there is none for this page. */
export async function readTagged(
  page: PDFPageProxy,
  items: readonly (TextItem | TextMarkedContent)[],
  number: number,
  length: number,
): Promise<ExtractedBlock[] | null> {
  const tree = (await page.getStructTree().catch(() => null)) as TagNode | null;
  if (!tree) return null;
  const reader = new TagReader(textsById(items), number);
  reader.read(tree);
  const blocks = reader.finish();
  const found = blocks.reduce((sum, block) => sum + block.text.length, 0);
  return found >= length * MIN_SHARE ? blocks : null;
}

function textsById(items: readonly (TextItem | TextMarkedContent)[]): Map<string, string> {
  const texts = new Map<string, string>();
  const open: (string | null)[] = [];
  for (const item of items) {
    if ('str' in item) {
      const id = open.findLast((one) => one !== null);
      if (id) texts.set(id, (texts.get(id) ?? '') + item.str + (item.hasEOL ? '\n' : ''));
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push(item.type === 'beginMarkedContentProps' ? (item.id ?? null) : null);
  }
  return texts;
}

const HEADING = /^(?:H([1-6])|H|Title)$/;

class TagReader {
  private readonly texts: ReadonlyMap<string, string>;
  private readonly page: number;
  private readonly blocks: ExtractedBlock[] = [];
  private loose = '';

  constructor(texts: ReadonlyMap<string, string>, page: number) {
    this.texts = texts;
    this.page = page;
  }

  read(node: TagNode): void {
    const role = node.role ?? '';
    const heading = HEADING.exec(role);
    if (node.type === 'content') this.loose += this.texts.get(node.id ?? '') ?? '';
    else if (heading) this.add('heading', this.joinText(node), Number(heading[1] ?? 1));
    else if (role === 'Table') this.add('table', this.tableText(node));
    else if (role === 'L') this.add('list', this.listText(node));
    else if (role === 'P' || role === 'LI' || role === 'Caption' || role === 'BlockQuote')
      this.add('paragraph', this.joinText(node));
    else if (role === 'Artifact') return;
    else for (const child of node.children ?? []) this.read(child);
  }

  finish(): ExtractedBlock[] {
    this.flush();
    return this.blocks;
  }

  private add(kind: ExtractedBlock['kind'], text: string, level?: number): void {
    this.flush();
    if (!text.trim()) return;
    this.blocks.push({ kind, text: text.trim(), page: this.page, ...(level !== undefined && { level }) });
  }

  private flush(): void {
    const text = joinLines(this.loose);
    this.loose = '';
    if (text) this.blocks.push({ kind: 'paragraph', text, page: this.page });
  }

  private tableText(table: TagNode): string {
    const rows = findRows(table).map(({ children = [] }) => children.map((cell) => this.joinText(cell)));
    return rows.map((cells) => cells.join(' | ')).join('\n');
  }

  private listText(list: TagNode): string {
    const items = findItems(list).map((item) => this.joinText(item).replace(/^[•·▪◦‣*–-]\s*/u, ''));
    return items.map((item) => `- ${item}`).join('\n');
  }

  private joinText(node: TagNode): string {
    return joinLines(this.rawText(node));
  }

  private rawText(node: TagNode): string {
    if (node.type === 'content') return this.texts.get(node.id ?? '') ?? '';
    const parts = (node.children ?? []).map((child) => this.rawText(child));
    return node.role === 'P' || node.role === 'Lbl' ? `${parts.join('')} ` : parts.join('');
  }
}

function findRows(table: TagNode): TagNode[] {
  return (table.children ?? []).flatMap((child) => (child.role === 'TR' ? [child] : findRows(child)));
}

function findItems(list: TagNode): TagNode[] {
  return (list.children ?? []).flatMap((child) => (child.role === 'L' ? findItems(child) : [child]));
}

/** Joins the lines of a paragraph and removes the hyphens of divided words. */
export function joinLines(text: string): string {
  return text
    .replaceAll(/(\p{Ll})[-\u00ad\u2010]\n\s*(?=\p{Ll})/gu, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
