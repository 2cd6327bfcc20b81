import type { TextBlock } from './types.ts';
import { parseHtml } from './html.ts';
import { parseMarkdown } from './markdown.ts';

/** A closing tag, or a tag that needs none: what HTML bodies have and Markdown seldom has. */
const HTML = /<\/(?:p|div|h[1-6]|ul|ol|li|table|section|article|span|a|b|i|em|strong)>|<br\s*\/?>/i;

/** A body is HTML or Markdown; which of them, it does not say. */
export function bodyBlocks(body: string): TextBlock[] {
  return HTML.test(body) ? parseHtml(body) : parseMarkdown(body);
}
