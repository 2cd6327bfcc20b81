import type { TextBlock } from './types.ts';
import { parseHtml } from './html.ts';
import { parseMarkdown } from './markdown.ts';

/** A closing or void tag: HTML bodies have these, Markdown rarely does. */
const HTML = /<\/(?:p|div|h[1-6]|ul|ol|li|table|section|article|span|a|b|i|em|strong)>|<br\s*\/?>/i;

/** Detects whether a body is HTML or Markdown. */
export function bodyBlocks(body: string): TextBlock[] {
  return HTML.test(body) ? parseHtml(body) : parseMarkdown(body);
}
