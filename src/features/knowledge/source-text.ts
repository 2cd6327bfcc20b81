import type { Scope } from '../../database/database.ts';
import type { SourceKind } from './knowledge.entity.ts';
import type { TextBlock } from '../../text/chunking/types.ts';

/** The current text of a source for indexing. */
export interface SourceText {
  title: string;
  blocks: TextBlock[];
  /** HTML or Markdown that follows them. */
  body?: string;
  /** False: only found by keywords, not by vector search. */
  embed: boolean;
}

/** Reads the text of a kind of source; null if there is nothing to index (any more). */
export type SourceReader = (scope: Scope, id: string) => Promise<SourceText | null>;

export type SourceReaders = Partial<Record<SourceKind, SourceReader>>;
