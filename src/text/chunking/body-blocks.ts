import { separateFrontMatter } from './front-matter.ts';
import { parseHtml } from './html.ts';
import { parseMarkdown } from './markdown.ts';
import { unifyLines } from './plain-text.ts';
import type { TextBlock } from './types.ts';

/** The blocks of a body that is HTML or Markdown, which may contain HTML itself; front matter is not part of either. */
export function bodyBlocks(body: string): TextBlock[] {
  return isHtml(body) ? parseHtml(separateFrontMatter(unifyLines(body)).body) : parseMarkdown(body);
}

const PAGE = /^\s*(?:<\?xml\b[^>]{0,200}>\s*)?<(?:!doctype\s+html|html)\b/i;
const BLOCK_TAG =
  /<\/?(?:p|div|h[1-6]|ul|ol|li|dl|table|tr|td|section|article|main|header|footer|blockquote|figure|pre)(?:\s[^<>]{0,1000})?>/i;
/** A heading, code block or row below the head of a table: HTML does not have these by chance. */
const STRONG_MARK = /^ {0,3}(?:#{1,6}[ \t]+\S|`{3,}[^`]*$|~{3,}|={3,}\s*$|\|?[ \t]*:?-+:?[ \t]*\|[ \t|:-]*$)/;
/** Item of a list, quotation, link, strong emphasis. */
const WEAK_MARK = /^ {0,3}(?:[-*+>]|\d{1,9}[.)])[ \t]+\S|\]\([^()\s]+\)|\*\*[^\s*][^*]*\*\*/;
/** An indented tag, which Markdown reads as code after an empty line. */
const INDENTED_TAG = /^(?: {4}|\t)\s*<\/?[a-z]/i;
/** Lines within these may look like marks. In backticks it is not a tag. */
const RAW = /(?<!`)<(pre|script|style|textarea)\b/gi;

/** A text is Markdown if it has its marks, whatever HTML it contains, or if it has no block elements. */
function isHtml(body: string): boolean {
  if (PAGE.test(body)) return true;
  if (!BLOCK_TAG.test(body)) return false;
  const lines = linesOutsideRaw(unifyLines(body));
  if (lines.some((line) => STRONG_MARK.test(line))) return false;
  const isIndented = lines.some((line, index) => INDENTED_TAG.test(line) && !lines[index - 1]?.trim());
  return isIndented || !lines.some((line) => WEAK_MARK.test(line));
}

/** The lines that do not start within `pre`, `script`, `style` or `textarea`. */
function linesOutsideRaw(body: string): string[] {
  const outside: string[] = [];
  const lower = body.toLowerCase();
  const lastEnds = new Map(
    ['pre', 'script', 'style', 'textarea'].map((name) => [name, lower.lastIndexOf(`</${name}`)]),
  );
  let end = '';
  let from = 0;
  for (const line of lower.split('\n')) {
    if (!end) outside.push(line);
    from += line.length + 1;
    if (end && !line.includes(end)) continue;
    const name = [...line.matchAll(RAW)].at(-1)?.[1];
    end = name === undefined ? '' : `</${name}`;
    const isClosed = line.lastIndexOf(end) > line.lastIndexOf(`<${name}`);
    // An element that is never closed ends with its line.
    if (isClosed || (lastEnds.get(name ?? '') ?? -1) < from) end = '';
  }
  return outside;
}
