import type { Node } from '@tiptap/pm/model';
import type { BlockContent, Heading, List, ListItem, Paragraph, RootContent } from 'mdast';
import { phrasing, piecesOf } from './markdown-phrasing.ts';

/** Blocks of the editor as the syntax tree of a Markdown text. */
export function markdownBlocks(nodes: readonly Node[]): RootContent[] {
  return nodes.flatMap((node) => block(node) ?? []);
}

function block(node: Node): BlockContent | null {
  switch (node.type.name) {
    case 'paragraph':
      return paragraph(node);
    case 'heading':
      return heading(node);
    case 'blockquote':
      return { type: 'blockquote', children: blocksIn(node) };
    case 'bulletList':
    case 'orderedList':
      return list(node);
    case 'codeBlock':
      return code(node);
    default:
      return { type: 'thematicBreak' };
  }
}

function blocksIn(node: Node): BlockContent[] {
  return node.children.flatMap((child) => block(child) ?? []);
}

/** Markdown has no empty paragraphs. */
function paragraph(node: Node): Paragraph | null {
  const children = phrasing(piecesOf(node));
  return children.length > 0 ? { type: 'paragraph', children } : null;
}

/** Only headings of the first two levels can have several lines. */
function heading(node: Node): Heading {
  const depth = node.attrs['level'] as Heading['depth'];
  return { type: 'heading', depth, children: phrasing(piecesOf(node, depth > 2)) };
}

function code(node: Node): BlockContent {
  const { language, meta } = node.attrs as Record<string, string | null>;
  return { type: 'code', lang: language, meta, value: node.textContent };
}

/** A list has empty lines between all its items, or between none. */
function list(node: Node): List {
  const items = node.children.map((item) => ({ item, blocks: blocksIn(item) }));
  const isLoose = items.some(({ item, blocks }) => item.attrs['loose'] !== null || hasParagraphs(blocks));
  const children = items.map(({ blocks }): ListItem => {
    return { type: 'listItem', spread: isLoose && blocks.length > 1, children: blocks };
  });
  const spread = isLoose && items.length > 1;
  if (node.type.name === 'bulletList') return { type: 'list', ordered: false, spread, children };
  return { type: 'list', ordered: true, start: node.attrs['start'] as number, spread, children };
}

function hasParagraphs(blocks: readonly BlockContent[]): boolean {
  return blocks.some(({ type }, at) => type === 'paragraph' && blocks[at + 1]?.type === 'paragraph');
}
