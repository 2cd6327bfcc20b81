import { splitBlock, tailOf } from './chunking.split.ts';
import { countTokens } from './chunking.tokens.ts';

/** A piece of a source as its reader found it. Pages count from 1, times are seconds from the start of a film. */
export interface TextBlock {
  text: string;
  kind: 'paragraph' | 'heading' | 'table' | 'code' | 'list';
  /** Of a heading, 1 (the highest, also the default) to 6. */
  level?: number;
  page?: number;
  startTime?: number;
  endTime?: number;
}

export interface Chunk {
  text: string;
  /** The headings above it, the highest first. */
  section: string[];
  /** Where it begins. */
  page?: number;
  startTime?: number;
  endTime?: number;
  /** Counts from 0. */
  position: number;
}

export interface ChunkOptions {
  maxTokens?: number;
  /** How much of a chunk's end the next one of the same section repeats, at most. */
  overlapTokens?: number;
}

/** About a page of print: enough to stand by itself, short enough that its vector is about one thing. */
const DEFAULT_MAX_TOKENS = 400;
const DEFAULT_OVERLAP_TOKENS = 40;
/** A heading longer than this is a paragraph in disguise. */
const LONGEST_HEADING = 300;

/**
 * Cuts a source into chunks of at most `maxTokens`, each within one section. Blocks stay whole where they fit; longer ones
 * are cut between rows, lines or sentences, then words. All text is kept: a heading stands in its chunks'
 * section, or, when nothing follows it, as text of its own. Takes time linear in the length of the text.
 */
export function chunkBlocks(blocks: readonly TextBlock[], options: ChunkOptions = {}): Chunk[] {
  const packer = new Packer(options);
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

class Packer {
  readonly #maxTokens: number;
  readonly #overlapTokens: number;
  readonly #chunks: Chunk[] = [];
  /** The open headings; one that no chunk has named yet is `fresh`. */
  #headings: { block: TextBlock; level: number; fresh: boolean }[] = [];
  #pieces: { text: string; join: string; block: TextBlock }[] = [];
  #tokens = 0;
  /** Whether the pieces hold more than what the chunk before ended with. */
  #started = false;

  constructor({ maxTokens = DEFAULT_MAX_TOKENS, overlapTokens = DEFAULT_OVERLAP_TOKENS }: ChunkOptions) {
    this.#maxTokens = Math.max(8, maxTokens);
    this.#overlapTokens = Math.max(0, Math.min(overlapTokens, this.#maxTokens / 2));
  }

  openSection(block: TextBlock): void {
    this.#close();
    const level = Math.max(1, Math.min(6, block.level ?? 1));
    this.#closeHeadings(level);
    this.#headings.push({ block, level, fresh: true });
  }

  add(block: TextBlock): void {
    for (const heading of this.#headings) heading.fresh = false;
    const tokens = countTokens(block.text);
    if (tokens <= this.#maxTokens) return this.#append(block.text, tokens, '\n\n', block);
    for (const { text, join } of splitBlock(block, this.#maxTokens)) this.#append(text, countTokens(text), join, block);
  }

  finish(): Chunk[] {
    this.#close();
    this.#closeHeadings(1);
    return this.#chunks;
  }

  /** Leaves the sections at `level` and below. One without any text becomes text of the section above it. */
  #closeHeadings(level: number): void {
    while ((this.#headings.at(-1)?.level ?? 0) >= level) {
      const heading = this.#headings.pop();
      if (!heading?.fresh) continue;
      this.add(heading.block);
      this.#close();
    }
  }

  #append(text: string, tokens: number, join: string, block: TextBlock): void {
    if (this.#started && this.#tokens + tokens > this.#maxTokens) this.#closeWithOverlap(block);
    if (!this.#started && this.#tokens + tokens > this.#maxTokens) this.#clear();
    this.#pieces.push({ text, join, block });
    this.#tokens += tokens;
    this.#started = true;
  }

  #closeWithOverlap(next: TextBlock): void {
    const last = this.#pieces.at(-1);
    this.#close();
    if (!last || !isProse(last.block) || !isProse(next) || this.#overlapTokens === 0) return;
    const text = tailOf(last.text, this.#overlapTokens);
    if (!text) return;
    this.#pieces = [{ text, join: '', block: last.block }];
    this.#tokens = countTokens(text);
  }

  #close(): void {
    const first = this.#pieces[0];
    if (first && this.#started) {
      const text = this.#pieces.map((piece, at) => (at === 0 ? '' : piece.join) + piece.text).join('');
      const section = this.#headings.map(({ block }) => block.text.replaceAll(/\s+/g, ' '));
      this.#chunks.push({ text, section, ...this.#place(), position: this.#chunks.length });
    }
    this.#clear();
  }

  #clear(): void {
    this.#pieces = [];
    this.#tokens = 0;
    this.#started = false;
  }

  #place(): Pick<Chunk, 'page' | 'startTime' | 'endTime'> {
    const blocks = this.#pieces.map((piece) => piece.block);
    const page = blocks[0]?.page;
    const startTime = blocks.find((block) => block.startTime !== undefined)?.startTime;
    const endTime = blocks.findLast((block) => block.endTime !== undefined)?.endTime;
    return {
      ...(page !== undefined && { page }),
      ...(startTime !== undefined && { startTime }),
      ...(endTime !== undefined && { endTime }),
    };
  }
}

function isProse({ kind }: TextBlock): boolean {
  return kind === 'paragraph' || kind === 'list';
}
