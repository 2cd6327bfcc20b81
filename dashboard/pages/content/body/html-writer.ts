import type { Mark, Node } from '@tiptap/pm/model';

/** @param gap between the blocks */
export function writeHtml(blocks: readonly Node[], gap = ''): string {
  return blocks.map(block).join(gap);
}

function block(node: Node): string {
  switch (node.type.name) {
    case 'paragraph':
      return `<p>${inlines(node)}</p>`;
    case 'heading':
      return `<h${node.attrs['level']}>${inlines(node)}</h${node.attrs['level']}>`;
    case 'blockquote':
      return `<blockquote>${writeHtml(node.children)}</blockquote>`;
    case 'bulletList':
      return `<ul>${node.children.map(item).join('')}</ul>`;
    case 'orderedList':
      return `<ol${attribute('start', startOf(node))}>${node.children.map(item).join('')}</ol>`;
    case 'codeBlock':
      return code(node);
    default:
      return '<hr>';
  }
}

function startOf({ attrs }: Node): string | null {
  const start = attrs['start'] as number;
  return start === 1 ? null : String(start);
}

/** Its first paragraph is its text, unless it was written as one. */
function item({ attrs, children }: Node): string {
  const [first, ...others] = children;
  if (!first || attrs['loose'] !== null) return `<li>${writeHtml(children)}</li>`;
  return `<li>${inlines(first)}${writeHtml(others)}</li>`;
}

function code({ attrs, textContent }: Node): string {
  const { language, tag } = attrs as Record<string, string | null>;
  // The first line end in `pre` is no part of its text.
  if (tag === 'pre') return `<pre>${escape(textContent.replace(/^\n/, '\n\n'))}</pre>`;
  return `<pre><code${attribute('class', language ? `language-${language}` : null)}>${escape(textContent)}</code></pre>`;
}

/** Elements around as many of the nodes as have the same mark. */
function inlines({ children }: Node): string {
  let html = '';
  let open: readonly Mark[] = [];
  for (const child of children) {
    const shared = open.findIndex((mark, at) => !child.marks[at]?.eq(mark));
    const kept = shared < 0 ? open : open.slice(0, shared);
    html += closing(open.slice(kept.length)) + child.marks.slice(kept.length).map(startTag).join('');
    html += child.isText ? escape(child.text ?? '') : '<br>';
    open = child.marks;
  }
  return html + closing(open);
}

function closing(marks: readonly Mark[]): string {
  return marks
    .toReversed()
    .map((mark) => `</${tagOf(mark)}>`)
    .join('');
}

function startTag(mark: Mark): string {
  const attrs = mark.type.name === 'link' ? Object.entries(mark.attrs) : [];
  return `<${tagOf(mark)}${attrs.map(([name, value]) => attribute(name, value)).join('')}>`;
}

const TAGS: Readonly<Record<string, string>> = {
  link: 'a',
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
};

function tagOf({ type, attrs }: Mark): string {
  return (attrs['tag'] as string | null | undefined) ?? TAGS[type.name] ?? 'span';
}

function attribute(name: string, value: string | null): string {
  return value === null ? '' : ` ${name}="${escape(value).replaceAll('"', '&quot;')}"`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00A0', '&nbsp;');
}
