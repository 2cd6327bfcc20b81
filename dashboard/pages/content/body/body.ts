import type { JSONContent } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import { type Block, type Codec, CODECS, nodesIn } from './codec.ts';
import { isSame } from './align.ts';
import { type Problem, distinctProblems } from './problem.ts';
import { type BodyFormat, SCHEMAS } from './schema.ts';

/** A body that the formatted view shows whole. */
export interface Body {
  format: BodyFormat;
  blocks: readonly Block[];
  /** The source before the first block, between the blocks and after the last one. */
  gaps: readonly string[];
}

/** A body for the formatted view, or what it has that this view can't show. */
export type Reading = { body: Body } | { problems: Problem[] };

/** In longer texts, each typed letter would take too long. */
const MAX_LENGTH = 200_000;

/** Lines at the start that are values for whoever shows the text, and no part of it. */
export const FRONT_MATTER = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n(?:[^]*?\n)?(?:\1|\.\.\.)[ \t]*(?:\r?\n|$)/;

/**
 * Reads a body for the formatted view. Only one that the view shows whole: it consists of what the editor knows, and
 * written anew it is the same document.
 * See decision 190.
 */
export function readBody(source: string): Reading {
  if (source.length > MAX_LENGTH) return { problems: ['length'] };
  if (/^\uFEFF?[ \t\r\n]*$/.test(source)) return { body: { format: 'html', blocks: [], gaps: [source] } };
  if (FRONT_MATTER.test(source)) return { problems: ['frontMatter'] };
  if (!/^\s*</.test(source)) return readAs('markdown', source);
  const asHtml = readAs('html', source);
  if ('body' in asHtml) return asHtml;
  const asMarkdown = readAs('markdown', source);
  // Text beside the elements is Markdown that begins with HTML.
  return 'body' in asMarkdown || asHtml.problems.includes('looseText') ? asMarkdown : asHtml;
}

function readAs(format: BodyFormat, source: string): Reading {
  const problems: Problem[] = [];
  const codec = CODECS[format];
  const { blocks, gaps } = codec.read(source, problems);
  if (problems.length > 0) return { problems: distinctProblems(problems) };
  const nodes = blocks.map(({ node }) => node);
  const isWhole =
    isValid(format, nodes) && isKept(codec, nodes) && blocks.every((block) => isIndependent(codec, block));
  return isWhole ? { body: { format, blocks, gaps } } : { problems: ['other'] };
}

function isValid(format: BodyFormat, nodes: readonly Node[]): boolean {
  try {
    SCHEMAS[format].node('doc', null, Fragment.from(nodes)).check();
    return true;
  } catch {
    return false;
  }
}

/** Whether the text that the editor would write has the same blocks. */
function isKept(codec: Codec, nodes: readonly Node[]): boolean {
  const written = codec.write(nodes);
  return isSame(written.nodes, nodes) && isSame(nodesIn(codec, written.text), nodes);
}

/** Whether a block means the same wherever its source is copied to. */
function isIndependent(codec: Codec, { source, node }: Block): boolean {
  return !codec.isContextual || isSame(nodesIn(codec, source), [node]);
}

/** The blocks as the content of the editor. */
export function documentOf({ format, blocks }: Body): JSONContent {
  const nodes = blocks.map(({ node }) => node);
  return SCHEMAS[format].node('doc', null, nodes.length > 0 ? nodes : SCHEMAS[format].node('paragraph')).toJSON();
}
