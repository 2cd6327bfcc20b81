import { isAllowedUri } from '@tiptap/extension-link';
import { type Attrs, Mark, type Node } from '@tiptap/pm/model';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { type Problem, elementProblem } from './problem.ts';
import { SCHEMAS } from './schema.ts';

type Child = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const SCHEMA = SCHEMAS.html;
const SPACE = /[ \t\n\f\r]+/g;
const SPACE_FIRST = /^[ \t\n\f\r]/;

/** The top of an HTML fragment. @param problems receives mistakes in it */
export function parseHtml(html: string, problems: Problem[]): Child[] {
  const fragment = parseFragment(html, {
    sourceCodeLocationInfo: true,
    onParseError: () => problems.push('malformed'),
  });
  // End tags without a start are ignored, without an error.
  const endTags = html.match(/<\/[a-z]/gi)?.length ?? 0;
  if (endTags !== countEndTags(fragment.childNodes)) problems.push('malformed');
  return fragment.childNodes;
}

function countEndTags(children: readonly Child[]): number {
  return children.filter(isElement).reduce((count, { sourceCodeLocation, childNodes }) => {
    return count + (sourceCodeLocation?.endTag ? 1 : 0) + countEndTags(childNodes);
  }, 0);
}

/** The blocks for the editor. @param problems receives what it cannot show */
export function htmlNodes(children: readonly Child[], problems: Problem[]): Node[] {
  return new HtmlReader(problems).blocks(children);
}

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'pre', 'hr']);
const MARKS: Readonly<Record<string, { type: string; tag?: string }>> = {
  strong: { type: 'bold' },
  b: { type: 'bold', tag: 'b' },
  em: { type: 'italic' },
  i: { type: 'italic', tag: 'i' },
  u: { type: 'underline' },
  s: { type: 'strike' },
  code: { type: 'code' },
};

class HtmlReader {
  private readonly problems: Problem[];

  constructor(problems: Problem[]) {
    this.problems = problems;
  }

  blocks(children: readonly Child[]): Node[] {
    return children.flatMap((child) => {
      if (isSpace(child)) return [];
      if (isElement(child) && BLOCKS.has(child.tagName)) return this.block(child);
      this.reject(child, 'looseText');
      return [];
    });
  }

  private block(element: Element): Node {
    const { tagName, childNodes } = element;
    if (tagName === 'pre') return this.code(element);
    if (tagName === 'ul' || tagName === 'ol') return this.list(element);
    this.attributes(element);
    if (tagName === 'hr') return node('horizontalRule');
    if (tagName === 'blockquote') return node('blockquote', null, this.blocks(childNodes));
    if (tagName === 'p') return node('paragraph', null, this.text(childNodes));
    return node('heading', { level: Number(tagName.slice(1)) }, this.text(childNodes));
  }

  private list(element: Element): Node {
    const isOrdered = element.tagName === 'ol';
    const { start } = this.attributes(element, isOrdered ? ['start'] : []);
    if (start !== undefined && String(Number(start)) !== start) this.problems.push({ attribute: 'start' });
    const items = element.childNodes.flatMap((child) => {
      if (isSpace(child)) return [];
      if (isElement(child) && child.tagName === 'li') return this.item(child);
      this.reject(child, 'looseText');
      return [];
    });
    if (items.length === 0) this.problems.push('other');
    return isOrdered ? node('orderedList', { start: Number(start ?? 1) }, items) : node('bulletList', null, items);
  }

  private item(element: Element): Node {
    this.attributes(element);
    const children = element.childNodes;
    const end = children.findIndex((child) => isElement(child) && BLOCKS.has(child.tagName));
    const start = this.text(end < 0 ? children : children.slice(0, end));
    const blocks = end < 0 ? [] : this.blocks(children.slice(end));
    const isLoose = start.length === 0 && blocks[0]?.type.name === 'paragraph';
    if (isLoose) return node('listItem', { loose: 'true' }, blocks);
    return node('listItem', null, [node('paragraph', null, start), ...blocks]);
  }

  private code(pre: Element): Node {
    this.attributes(pre);
    const [code, ...others] = pre.childNodes;
    const isCode = code !== undefined && isElement(code) && code.tagName === 'code';
    if (isCode && others.length > 0) this.problems.push('other');
    const { class: name } = isCode ? this.attributes(code, ['class']) : {};
    if (name !== undefined && !/^language-[^\s"]+$/.test(name)) this.problems.push({ attribute: 'class' });
    const children = isCode ? code.childNodes : pre.childNodes;
    for (const child of children) if (!isText(child)) this.reject(child, 'other');
    const text = children.map((child) => (isText(child) ? child.value : '')).join('');
    const attrs = { language: name?.slice('language-'.length) ?? null, tag: isCode ? null : 'pre' };
    return node('codeBlock', attrs, text ? [SCHEMA.text(text)] : []);
  }

  private text(children: readonly Child[]): Node[] {
    return collapseSpace(this.inlines(children, Mark.none));
  }

  private inlines(children: readonly Child[], marks: readonly Mark[]): Node[] {
    return children.flatMap((child) => {
      if (isText(child)) return SCHEMA.text(child.value, marks);
      if (!isElement(child)) return this.reject(child, 'other');
      if (child.tagName === 'br') {
        this.attributes(child);
        return SCHEMA.node('hardBreak', null, undefined, marks);
      }
      const mark = this.mark(child);
      const isEmpty = child.childNodes.every(isSpace);
      if (!mark || isEmpty || mark.type.isInSet(marks)) return this.reject(child, 'other');
      return this.inlines(child.childNodes, mark.addToSet(marks));
    });
  }

  private mark(element: Element): Mark | null {
    if (element.tagName === 'a') {
      const attrs = this.attributes(element, ['href', 'target', 'rel', 'class', 'title']);
      if (!attrs['href'] || !isAllowedUri(attrs['href'])) this.problems.push({ address: attrs['href'] ?? '' });
      return SCHEMA.mark('link', attrs);
    }
    const mark = MARKS[element.tagName];
    if (!mark) return null;
    this.attributes(element);
    return SCHEMA.mark(mark.type, mark.tag === undefined ? null : { tag: mark.tag });
  }

  private attributes({ attrs, tagName, sourceCodeLocation }: Element, names: readonly string[] = []) {
    const hasEnd = sourceCodeLocation?.endTag ?? ['br', 'hr'].includes(tagName);
    if (!hasEnd) this.problems.push('malformed');
    for (const { name } of attrs) if (!names.includes(name)) this.problems.push({ attribute: name });
    return Object.fromEntries(attrs.map(({ name, value }) => [name, value])) as Record<string, string>;
  }

  private reject(child: Child, otherwise: Problem): Node[] {
    if (child.nodeName === '#comment') this.problems.push('comment');
    else this.problems.push(isElement(child) && !BLOCKS.has(child.tagName) ? elementProblem(child.tagName) : otherwise);
    return [];
  }
}

/** Spaces as a browser shows them: one in a row, and none at the ends of a line. */
function collapseSpace(nodes: readonly Node[]): Node[] {
  const line: Node[] = [];
  let isBlank = true;
  for (const each of nodes) {
    if (each.isText) {
      const value = (each.text ?? '')
        .replaceAll(SPACE, ' ')
        .slice(isBlank && SPACE_FIRST.test(each.text ?? '') ? 1 : 0);
      if (value) line.push(SCHEMA.text(value, each.marks));
      isBlank = value ? value.endsWith(' ') : isBlank;
    } else {
      removeLastSpace(line);
      line.push(each);
      isBlank = true;
    }
  }
  removeLastSpace(line);
  return line;
}

function removeLastSpace(line: Node[]): void {
  const last = line.at(-1);
  if (!last?.text?.endsWith(' ')) return;
  line.pop();
  if (last.text.length > 1) line.push(SCHEMA.text(last.text.slice(0, -1), last.marks));
}

function isText(child: Child): child is DefaultTreeAdapterTypes.TextNode {
  return child.nodeName === '#text';
}

function isSpace(child: Child): boolean {
  return isText(child) && child.value.replaceAll(SPACE, '') === '';
}

function isElement(child: Child): child is Element {
  return 'tagName' in child;
}

function node(type: string, attrs: Attrs | null = null, content: readonly Node[] = []): Node {
  return SCHEMA.nodes[type]!.create(attrs, content);
}
