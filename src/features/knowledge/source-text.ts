import type { Scope } from '../../database/database.ts';
import type { SourceKind } from '../../ports/vector-index.ts';
import type { TextBlock } from '../../text/chunking/types.ts';

/** The text of a source as it is to be indexed now. */
export interface SourceText {
  title: string;
  blocks: TextBlock[];
  /** HTML or Markdown that comes after them, as it was written. */
  body?: string;
  /** False: found by its words only, not by meaning. */
  embed: boolean;
}

/** How the text of a kind of source is read; null when there is nothing to index (any more). */
export type SourceReader = (scope: Scope, id: string) => Promise<SourceText | null>;

export type SourceReaders = Partial<Record<SourceKind, SourceReader>>;
