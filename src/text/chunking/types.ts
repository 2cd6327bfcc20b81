/** A block of a source as extracted. Pages count from 1, times are seconds from the start of a video. */
export interface TextBlock {
  text: string;
  kind: 'paragraph' | 'heading' | 'table' | 'code' | 'list';
  /** Level of a heading, from 1 (highest, default) to 6. */
  level?: number;
  page?: number;
  startTime?: number;
  endTime?: number;
  /** No chunk contains both text before this block and the block. */
  startsChunk?: true;
  /** The front matter of a file, at its first block. */
  frontMatter?: Record<string, unknown>;
}

export interface Chunk {
  text: string;
  /** The headings above it, highest first. */
  section: string[];
  /** Page on which it starts. */
  page?: number;
  startTime?: number;
  endTime?: number;
  /** Counts from 0. */
  position: number;
}
