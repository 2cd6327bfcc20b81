import type { Passage } from '../../search/passage.rows.ts';

/** A passage that the answer may use. The model cites it by its id. */
export interface Evidence extends Omit<Passage, 'id' | 'content'> {
  id: string;
  chunkId: string;
  text: string;
  /** This evidence is what a video shows and says around the second at which the visitor watches it. */
  isCurrent: boolean;
}
