import { splitBlock, cutTail } from './split.ts';
import { countTokens } from './tokens.ts';
import type { Chunk, TextBlock } from './types.ts';

interface Heading {
  text: string;
  block: TextBlock;
  level: number;
  /** True if there is text below the heading, so that a chunk contains it in its section. */
  named: boolean;
}

interface ChunkPart {
  text: string;
  /** Separator from the previous part. */
  join: string;
  block: TextBlock;
  /** The headings above it. */
  path: readonly Heading[];
}

/** Fills chunks with blocks, in order. */
export class ChunkPacker {
  private readonly maxTokens: number;
  private readonly overlapTokens: number;
  /** A chunk with fewer tokens continues with the next section. */
  private readonly minTokens: number;
  private readonly chunks: Chunk[] = [];
  private path: readonly Heading[] = [];
  private parts: ChunkPart[] = [];
  private tokens = 0;
  /** True if the parts contain more than the repeated end of the previous chunk. */
  private started = false;

  constructor(maxTokens: number, overlapTokens: number) {
    this.maxTokens = Math.max(16, maxTokens);
    this.overlapTokens = Math.max(0, Math.min(overlapTokens, this.maxTokens / 2));
    this.minTokens = this.maxTokens / 8;
  }

  openSection(block: TextBlock): void {
    const level = Math.max(1, Math.min(6, block.level ?? 1));
    this.leaveSections(level);
    this.path = [...this.path, { text: block.text.replaceAll(/\s+/g, ' '), block, level, named: false }];
    this.tokens += this.started ? countTokens(block.text) + 1 : 0;
  }

  add(block: TextBlock): void {
    if (block.startsChunk) this.close();
    for (const heading of this.path) heading.named = true;
    if (countTokens(block.text) <= this.maxTokens) return this.append(block.text, '\n\n', block);
    let from = 0;
    for (const [index, { text, join }] of splitBlock(block, this.maxTokens).entries()) {
      const to = Math.min(block.text.length, from + join.length + text.length);
      this.append(text, index === 0 ? '\n\n' : join, withTimes(block, block.text.length, from, to));
      from = to;
    }
  }

  finish(): Chunk[] {
    this.leaveSections(1);
    this.close();
    return this.chunks;
  }

  /** Closes the sections at `level` and below. A heading without text below it becomes text of the section above. */
  private leaveSections(level: number): void {
    while ((this.path.at(-1)?.level ?? 0) >= level) {
      const heading = this.path.at(-1);
      this.path = this.path.slice(0, -1);
      if (heading && !heading.named) this.add(heading.block);
    }
    if (!this.started || this.tokens >= this.minTokens) this.close();
  }

  private append(text: string, join: string, block: TextBlock): void {
    const tokens = countTokens(text) + Math.max(1, countTokens(join));
    const fits = this.tokens + tokens <= this.maxTokens + 1;
    if (!fits && this.started) this.closeAndOverlap(block, this.maxTokens - tokens);
    this.parts.push({ text, join, block, path: this.path });
    this.tokens += tokens;
    this.started = true;
  }

  /** Starts the next chunk with the last sentences of this one, if both are prose of one section and there is space. */
  private closeAndOverlap(next: TextBlock, room: number): void {
    const last = this.parts.at(-1);
    this.close();
    if (!last || last.path !== this.path || !isProse(last.block) || !isProse(next)) return;
    const text = cutTail(last.text, Math.min(this.overlapTokens, room));
    if (!text) return;
    const { length } = last.text;
    this.parts = [{ ...last, text, block: withTimes(last.block, length, length - text.length, length) }];
    this.tokens = countTokens(text) + 1;
  }

  private close(): void {
    if (this.started) {
      const shared = sharedPath(this.parts);
      const section = shared.map((heading) => heading.text);
      const text = joinParts(this.parts, shared.length);
      this.chunks.push({ text, section, ...locateParts(this.parts), position: this.chunks.length });
    }
    this.parts = [];
    this.tokens = 0;
    this.started = false;
  }
}

/** The block with the times of a part of its text, assuming that all of it is said at the same speed. */
function withTimes(block: TextBlock, length: number, from: number, to: number): TextBlock {
  const { startTime, endTime } = block;
  if (startTime === undefined || endTime === undefined) return block;
  const toTime = (position: number): number => startTime + ((endTime - startTime) * position) / length;
  return { ...block, startTime: toTime(from), endTime: toTime(to) };
}

function isProse({ kind }: TextBlock): boolean {
  return kind === 'paragraph' || kind === 'list' || kind === 'heading';
}

function sharedPath(parts: readonly ChunkPart[]): readonly Heading[] {
  const [first, ...others] = parts.map((part) => part.path);
  const differs = (first ?? []).findIndex((heading, index) => others.some((path) => path[index] !== heading));
  return differs < 0 ? (first ?? []) : (first ?? []).slice(0, differs);
}

/**
 * Joins the parts of a chunk. If the headings differ from those of the previous part, the ones that the chunk's section
 * lacks are inserted.
 */
function joinParts(parts: readonly ChunkPart[], sharedDepth: number): string {
  let before: readonly Heading[] = [];
  const texts = parts.map(({ text, join, path }, index) => {
    const previousHeadings = before;
    before = path;
    if (path === previousHeadings) return index === 0 ? text : join + text;
    const headings = path
      .slice(sharedDepth)
      .filter((heading, depth) => previousHeadings[sharedDepth + depth] !== heading);
    return (index === 0 ? '' : '\n\n') + [...headings.map((heading) => heading.text), text].join('\n\n');
  });
  return texts.join('');
}

function locateParts(parts: readonly ChunkPart[]): Pick<Chunk, 'page' | 'startTime' | 'endTime'> {
  const blocks = parts.map((part) => part.block);
  const page = blocks.find((block) => block.page !== undefined)?.page;
  const startTime = blocks.find((block) => block.startTime !== undefined)?.startTime;
  const endTime = blocks.findLast((block) => block.endTime !== undefined)?.endTime;
  return {
    ...(page !== undefined && { page }),
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
  };
}
