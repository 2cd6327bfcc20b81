import type { Node } from '@tiptap/pm/model';
import type { Nodes, RootContent, Text } from 'mdast';
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { type Handle, type Options, defaultHandlers, toMarkdown } from 'mdast-util-to-markdown';
import { isSame } from './align.ts';
import { markdownBlocks } from './markdown-blocks.ts';
import { markdownNodes, parseMarkdown } from './markdown-reader.ts';

declare module 'mdast' {
  interface TextData {
    /** Whether it is written without escapes. */
    isPlain?: boolean;
  }
}

const text: Handle = (node: Text, parent, state, info) =>
  node.data?.isPlain ? node.value : defaultHandlers.text(node, parent, state, info);

const OPTIONS: Options = {
  bullet: '-',
  // Two lines of hyphens at the start would be front matter.
  rule: '*',
  listItemIndent: 'one',
  handlers: { text },
  extensions: [gfmTableToMarkdown(), gfmFootnoteToMarkdown(), gfmStrikethroughToMarkdown()],
};

interface WrittenMarkdown {
  text: string;
  /** What Markdown can say of the blocks: no empty paragraphs, no spaces at the ends of lines. */
  nodes: Node[];
}

/**
 * Texts have escapes only where they would mean something else without them: `snake_case` stays as it is.
 * @param example Markdown whose marks are used
 */
export function writeMarkdown(blocks: readonly Node[], example = ''): WrittenMarkdown {
  const children = markdownBlocks(blocks);
  const write = (nodes: RootContent[]) => writeTree(nodes, { ...OPTIONS, ...marksIn(example) });
  const nodes = markdownNodes(children, []);
  for (const mark of [markPlain, markEach]) {
    for (const child of children) mark(child, write);
    const plain = write(children);
    if (isSame(readMarkdown(plain), nodes)) return { text: plain, nodes };
  }
  for (const child of children) markPlain(child, write, false);
  return { text: write(children), nodes };
}

function readMarkdown(source: string): Node[] {
  return markdownNodes(parseMarkdown(source), []);
}

type Write = (nodes: RootContent[]) => string;

/** Without the line end at the end. */
function writeTree(children: RootContent[], options: Options): string {
  return toMarkdown({ type: 'root', children }, options).replace(/\n$/, '');
}

function marksIn(example: string): Options {
  const bullet = /^[ \t>]*([-*+])[ \t]/m.exec(example)?.[1] as Options['bullet'];
  return {
    ...(bullet ? { bullet } : {}),
    emphasis: /(?:^|[\s(])_[^\s_]/.test(example) ? '_' : '*',
    fence: /^[ \t>]*~~~/m.test(example) ? '~' : '`',
  };
}

function markPlain(node: Nodes, _write: Write, isPlain = true): void {
  if (node.type === 'text') node.data = { isPlain };
  if ('children' in node) for (const child of node.children) markPlain(child, _write, isPlain);
}

/** Only the paragraphs and headings that mean the same without escapes. */
function markEach(node: Nodes, write: Write): void {
  if (node.type !== 'paragraph' && node.type !== 'heading') {
    if ('children' in node) for (const child of node.children) markEach(child, write);
    return;
  }
  markPlain(node, write);
  markPlain(node, write, isSame(readMarkdown(write([node])), markdownNodes([node], [])));
}
