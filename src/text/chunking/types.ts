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
