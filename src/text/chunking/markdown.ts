import MarkdownIt from 'markdown-it';
import { type FrontMatter, separateFrontMatter, frontMatterTitle } from './front-matter.ts';
import { MarkdownBlocks } from './markdown-blocks.ts';
import { unifyLines } from './plain-text.ts';
import type { TextBlock } from './types.ts';

/** Quotations and lists nested more deeply are read as plain lines; a list counts twice. */
const MAX_NESTING = 20;

const parser = new MarkdownIt({ html: true });
// Only the text of a link is kept, whatever its target is.
parser.validateLink = () => true;
parser.normalizeLink = (url) => url;
// The parser drops what is nested more deeply than its own limit.
parser.block.ruler.before('table', 'too_deep', (state, startLine, endLine) => {
  if (state.level < MAX_NESTING) return false;
  const content = state.getLines(startLine, endLine, 0, false).trim();
  state.push('paragraph_open', 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = content.replaceAll(/^[>\s]+/gm, '');
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = endLine;
  return true;
});

/**
 * The blocks of a Markdown text with tables (GitHub's), without marks; HTML in it contributes its text. Front matter is
 * not part of the text; its title becomes the highest heading if the text has no heading of level 1. Takes time linear in
 * the length of the text, about a microsecond per character.
 * See decision 93.
 */
export function parseMarkdown(markdown: string): TextBlock[] {
  return parseWithFrontMatter(markdown).blocks;
}

/** The same blocks, with the front matter; null if there is none. */
export function parseWithFrontMatter(markdown: string): { blocks: TextBlock[]; frontMatter: FrontMatter | null } {
  const { body, values } = separateFrontMatter(unifyLines(markdown));
  const title = frontMatterTitle(values);
  const reader = new MarkdownBlocks();
  parseSections(body, reader);
  const blocks = reader.finish();
  const hasTitle = blocks.some(({ kind, level }) => kind === 'heading' && level === 1);
  const heading: TextBlock[] = title !== null && !hasTitle ? [{ kind: 'heading', level: 1, text: title }] : [];
  return { blocks: [...heading, ...blocks], frontMatter: values };
}

/** The tokens of half a million characters take up to 100 MB. */
const SECTION_LENGTH = 500_000;

/** A piece ends where its last block starts; a block that is longer than a piece is cut between lines. */
function parseSections(body: string, reader: MarkdownBlocks): void {
  const references = {};
  for (let from = 0; from < body.length;) {
    const section = body.slice(from, sectionEnd(body, from));
    const tokens = parser.parse(section, references);
    const isLast = from + section.length === body.length;
    const last = isLast ? undefined : tokens.findLast(({ level, nesting, map }) => level === 0 && nesting >= 0 && map);
    const length = offsetOfLine(section, last?.map?.[0] ?? 0) || section.length;
    for (const token of tokens) {
      if (token === last && length < section.length) break;
      reader.read(token);
    }
    from += length;
  }
}

function sectionEnd(body: string, from: number): number {
  const limit = from + SECTION_LENGTH;
  if (limit >= body.length) return body.length;
  const lineEnd = body.lastIndexOf('\n', limit);
  return lineEnd >= from ? lineEnd + 1 : limit;
}

function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let index = 0; index < line; index++) offset = text.indexOf('\n', offset) + 1;
  return offset;
}
