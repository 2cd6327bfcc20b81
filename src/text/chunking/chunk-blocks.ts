import { ChunkPacker } from './packer.ts';
import type { Chunk, TextBlock } from './types.ts';

export interface ChunkOptions {
  maxTokens?: number;
  /** How much of a chunk's end the next one of the same section repeats, at most. */
  overlapTokens?: number;
}

/** About a page of print: enough to stand by itself, short enough that its vector is about one thing. */
const DEFAULT_MAX_TOKENS = 512;
const DEFAULT_OVERLAP_TOKENS = 50;
/** A heading longer than this is a paragraph in disguise. */
const LONGEST_HEADING = 300;

/**
 * Cuts a source into chunks of at most `maxTokens` (a split table's and a merged section's headings may add a few).
 * A chunk stays within one section unless the section is tiny: such ones share a chunk, whose text then tells their
 * headings. Blocks stay whole where they fit; longer ones are cut between rows, lines or sentences, then words.
 *
 * All text is kept: a heading stands in its chunks' section or, when nothing follows it, as text of its own. Takes time
 * linear in the length of the text.
 */
export function chunkBlocks(blocks: readonly TextBlock[], options: ChunkOptions = {}): Chunk[] {
  const packer = new ChunkPacker(
    options.maxTokens ?? DEFAULT_MAX_TOKENS,
    options.overlapTokens ?? DEFAULT_OVERLAP_TOKENS,
  );
  for (const block of blocks) {
    const text = block.text.replaceAll('\0', '').toWellFormed().trim();
    if (!text) continue;
    if (block.kind === 'heading' && text.length <= LONGEST_HEADING) packer.openSection({ ...block, text });
    else packer.add({ ...block, text });
  }
  return packer.finish();
}

/** What is embedded for a chunk: its text with the title and section that a reader would have above it. */
export function contextualText(title: string, section: readonly string[], text: string): string {
  return [titlePath(title, section), text].filter(Boolean).join('\n\n');
}

/** `Title › Section › Subsection`, without a heading that repeats what stands before it. */
export function titlePath(title: string, section: readonly string[]): string {
  return [title, ...section]
    .map((part) => part.trim())
    .filter((part, at, parts) => part && part !== parts[at - 1])
    .join(' › ');
}
