import type { Token } from 'markdown-it';
import { isHtmlElement } from './html.ts';

/** The text of a paragraph, heading or cell: without marks, link targets and HTML tags. */
export function inlineText({ content, children }: Token): string {
  if (!children?.length) return content;
  return children.map(textOf).join('');
}

function textOf(token: Token): string {
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
