import type { Node } from '@tiptap/pm/model';
import { htmlNodes, parseHtml } from './html-reader.ts';
import { writeHtml } from './html-writer.ts';
import { markdownNodes, parseMarkdown } from './markdown-reader.ts';
import { writeMarkdown } from './markdown-writer.ts';
import type { Problem } from './problem.ts';
import type { BodyFormat } from './schema.ts';

/** A block at the top of a text, with the part of the source that it was read from. */
export interface Block {
  source: string;
  node: Node;
}

interface Blocks {
  blocks: Block[];
  /** The source before the first block, between the blocks and after the last one. */
  gaps: string[];
}

/** Reads and writes a format. */
export interface Codec {
  /** @param problems receives what the editor cannot show */
  read: (source: string, problems: Problem[]) => Blocks;
  /**
   * Also answers what the format can say of the blocks.
   * @param gap between blocks, where it has no meaning
   * @param example a source whose marks are used
   */
  write: (nodes: readonly Node[], gap?: string, example?: string) => { text: string; nodes: readonly Node[] };
  /** Between two blocks that were not beside each other. */
  gap: string;
  /** Whether blocks may mean something else beside other blocks, as two lists of Markdown become one. */
  isContextual: boolean;
}

export const CODECS: Readonly<Record<BodyFormat, Codec>> = {
  html: {
    read: readHtml,
    write: (nodes, gap) => ({ text: writeHtml(nodes, gap), nodes }),
    gap: '',
    isContextual: false,
  },
  markdown: {
    read: readMarkdown,
    write: (nodes, _gap, example) => writeMarkdown(nodes, example),
    gap: '\n\n',
    isContextual: true,
  },
};

export function nodesIn(codec: Codec, source: string): Node[] {
  return codec.read(source, []).blocks.map(({ node }) => node);
}

function readMarkdown(source: string, problems: Problem[]): Blocks {
  const start = source.startsWith('\uFEFF') ? 1 : 0;
  const parsed = parseMarkdown(source.slice(start));
  const nodes = markdownNodes(parsed, problems);
  const places = parsed.map(({ position }) =>
    wholeLines(source, start + (position?.start.offset ?? 0), start + (position?.end.offset ?? 0)),
  );
  return cut(source, nodes, places);
}

/** With the spaces around the block on its first and its last line. */
function wholeLines(source: string, start: number, end: number): Place {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  const after = /^[ \t]*(?=[\r\n]|$)/.exec(source.slice(end))?.[0] ?? '';
  return [/^[ \t]*$/.test(before) ? start - before.length : start, end + after.length];
}

function readHtml(source: string, problems: Problem[]): Blocks {
  const parsed = parseHtml(source, problems);
  const nodes = htmlNodes(parsed, problems);
  const elements = parsed.filter((child) => 'tagName' in child);
  const places = elements.map(({ sourceCodeLocation: place }): Place => [
    place?.startOffset ?? 0,
    place?.endOffset ?? 0,
  ]);
  return cut(source, nodes, places);
}

type Place = readonly [start: number, end: number];

function cut(source: string, nodes: readonly Node[], places: readonly Place[]): Blocks {
  const ends = [0, ...places.map(([, end]) => end)];
  const starts = [...places.map(([start]) => start), source.length];
  const gaps = ends.map((end, at) => source.slice(end, starts[at]));
  // With something that the editor can't show there are fewer nodes than places.
  return { blocks: nodes.map((node, at) => ({ node, source: source.slice(...(places[at] ?? [0, 0])) })), gaps };
}
