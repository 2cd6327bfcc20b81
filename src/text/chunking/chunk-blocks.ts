import { ChunkPacker } from './packer.ts';
import type { Chunk, TextBlock } from './types.ts';

export interface ChunkOptions {
  maxTokens?: number;
  /** Maximum part of a chunk's end that the next one of the same section repeats. */
  overlapTokens?: number;
}

/** About a printed page: enough to be understood alone, short enough for a vector with one subject. */
const DEFAULT_MAX_TOKENS = 512;
const DEFAULT_OVERLAP_TOKENS = 50;
/** A longer heading is treated as a paragraph. */
const MAX_HEADING_LENGTH = 300;

/**
 * Splits a source into chunks of at most `maxTokens` (plus a few for headings of a split table or a merged section). A
 * chunk does not cross a section boundary unless the sections are tiny: those share a chunk, whose text then contains
 * their headings. Blocks are kept whole if they fit; longer ones are split between rows, lines or sentences, then
 * words. No text is lost: a heading is in its chunks' section or, if nothing follows it, in the text. Takes linear
 * time.
 */
export function chunkBlocks(
  blocks: readonly TextBlock[],
  { maxTokens = DEFAULT_MAX_TOKENS, overlapTokens = DEFAULT_OVERLAP_TOKENS }: ChunkOptions = {},
): Chunk[] {
  const packer = new ChunkPacker(maxTokens, overlapTokens);
  for (const block of blocks) {
    const text = trim(block.kind, block.text.replaceAll('\0', '').toWellFormed());
    if (!text) continue;
    if (block.kind === 'heading' && text.length <= MAX_HEADING_LENGTH) packer.openSection({ ...block, text });
    else packer.add({ ...block, text });
  }
  return packer.finish();
}

/** The first line of code keeps its indentation. */
function trim(kind: TextBlock['kind'], text: string): string {
  return kind === 'code' ? text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd() : text.trim();
}

/** The text that is embedded for a chunk: its text with its title and section. */
export function contextualText(title: string, section: readonly string[], text: string): string {
  return [titlePath(title, section), text].filter(Boolean).join('\n\n');
}

/** `Title › Section › Subsection`, without a heading that repeats the previous one. */
export function titlePath(title: string, section: readonly string[]): string {
  return [title, ...section]
    .map((part) => part.trim())
    .filter((part, index, parts) => part && part !== parts[index - 1])
    .join(' › ');
}
