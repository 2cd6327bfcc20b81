import { isAllowedUri } from '@tiptap/extension-link';
import { type Attrs, Mark, type Node } from '@tiptap/pm/model';
import type { BlockContent, List, ListItem, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { type Problem, elementProblem } from './problem.ts';
import { SCHEMAS } from './schema.ts';

const SCHEMA = SCHEMAS.markdown;

const SYNTAX = {
  extensions: [gfmTable(), gfmFootnote(), gfmStrikethrough({ singleTilde: false })],
  mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown(), gfmStrikethroughFromMarkdown()],
};

/**
 * The blocks of a Markdown text with their places in it. What is common beyond CommonMark and what the editor shows
 * the same without knowing it, such as bare addresses and boxes to tick, stays text.
 */
export function parseMarkdown(text: string): RootContent[] {
  return fromMarkdown(text, SYNTAX).children;
}

/** The blocks for the editor. @param problems receives what it cannot show */
export function markdownNodes(blocks: readonly RootContent[], problems: Problem[]): Node[] {
  return new MarkdownReader(problems).blocks(blocks);
}

const MARKS = { strong: 'bold', emphasis: 'italic', delete: 'strike' } as const;

/** Of the types of Markdown that have no place in the editor. */
const PROBLEMS: Readonly<Record<string, Problem>> = {
  table: 'table',
  image: 'image',
  imageReference: 'image',
  footnoteReference: 'footnote',
  footnoteDefinition: 'footnote',
  linkReference: 'reference',
  definition: 'reference',
};

class MarkdownReader {
  private readonly problems: Problem[];

  constructor(problems: Problem[]) {
    this.problems = problems;
  }

  blocks(nodes: readonly (RootContent | BlockContent)[]): Node[] {
    return nodes.flatMap((node) => this.block(node) ?? []);
  }

  private block(node: RootContent): Node | null {
    switch (node.type) {
      case 'paragraph':
        return element('paragraph', null, this.inlines(node.children));
      case 'heading':
        return element('heading', { level: node.depth }, this.inlines(node.children));
      case 'blockquote':
        return element('blockquote', null, filled(this.blocks(node.children)));
      case 'list':
        return this.list(node);
      case 'code':
        return element('codeBlock', { language: node.lang ?? null, meta: node.meta ?? null }, texts(unify(node.value)));
      case 'thematicBreak':
        return element('horizontalRule');
      default:
        return this.reject(node);
    }
  }

  private list({ ordered, start, spread, children }: List): Node {
    const isLoose = Boolean(spread) || children.some((item) => item.spread);
    const items = children.map((item) => this.item(item, isLoose));
    return ordered ? element('orderedList', { start: start ?? 1 }, items) : element('bulletList', null, items);
  }

  private item({ children }: ListItem, isLoose: boolean): Node {
    const blocks = this.blocks(children);
    const hasText = blocks[0]?.type.name === 'paragraph';
    return element(
      'listItem',
      { loose: isLoose ? 'true' : null },
      hasText ? blocks : [element('paragraph'), ...blocks],
    );
  }

  private inlines(nodes: readonly PhrasingContent[], marks: readonly Mark[] = []): Node[] {
    return nodes.flatMap((node) => this.inline(node, marks));
  }

  private inline(node: PhrasingContent, marks: readonly Mark[]): Node[] {
    switch (node.type) {
      case 'text':
        return lines(node.value, marks);
      case 'break':
        return [SCHEMA.node('hardBreak', null, undefined, setOf(marks))];
      case 'inlineCode':
        return texts(unify(node.value).replaceAll('\n', ' '), [...marks, SCHEMA.mark('code')]);
      case 'strong':
      case 'emphasis':
      case 'delete':
        return this.inlines(node.children, [...marks, SCHEMA.mark(MARKS[node.type])]);
      case 'link':
        if (!node.url || !isAllowedUri(node.url)) this.problems.push({ address: node.url });
        if (node.children.length === 0) this.problems.push('other');
        return this.inlines(node.children, [
          ...marks,
          SCHEMA.mark('link', { href: node.url, title: node.title ?? null }),
        ]);
      default:
        this.reject(node);
        return [];
    }
  }

  private reject(node: RootContent): null {
    this.problems.push(node.type === 'html' ? htmlProblem(node.value) : (PROBLEMS[node.type] ?? 'other'));
    return null;
  }
}

function htmlProblem(html: string): Problem {
  const name = /^<\/?([a-z][^\s/>]*)/i.exec(html)?.[1];
  if (html.startsWith('<!--')) return 'comment';
  return name === undefined ? 'malformed' : elementProblem(name.toLowerCase());
}

/** The lines of a text; they end where the author has wrapped them. */
function lines(value: string, marks: readonly Mark[]): Node[] {
  const softBreak = () => SCHEMA.node('hardBreak', { soft: 'true' }, undefined, setOf(marks));
  return unify(value)
    .split('\n')
    .flatMap((line, at) => [...(at > 0 ? [softBreak()] : []), ...texts(line, marks)]);
}

function texts(value: string, marks: readonly Mark[] = []): Node[] {
  return value ? [SCHEMA.text(value, setOf(marks))] : [];
}

function setOf(marks: readonly Mark[]): readonly Mark[] {
  return marks.reduce((set, mark) => mark.addToSet(set), Mark.none);
}

function unify(value: string): string {
  return value.replaceAll(/\r\n?/g, '\n');
}

function filled(blocks: Node[]): Node[] {
  return blocks.length > 0 ? blocks : [element('paragraph')];
}

function element(type: string, attrs: Attrs | null = null, content: readonly Node[] = []): Node {
  return SCHEMA.nodes[type]!.create(attrs, content);
}
