import type { Scope } from '../../database/database.ts';
import type { SourceKind } from './knowledge.entity.ts';
import { type FrontMatter, findFrontMatter } from '../../text/chunking/front-matter.ts';
import type { TextBlock } from '../../text/chunking/types.ts';

/** The current text of a source for indexing. */
export interface SourceText {
  title: string;
  blocks: TextBlock[];
  /** HTML or Markdown that follows them. */
  body?: string;
  /** False: only found by keywords, not by vector search. */
  embed: boolean;
  /** True: each of its chunks is found by the keywords of the whole text. */
  extractKeywords?: boolean;
}

/** Returns the front matter of the file from which the blocks were read, otherwise of the body. */
export function readFrontMatter({ blocks, body }: SourceText): FrontMatter | null {
  return blocks[0]?.frontMatter ?? findFrontMatter(body ?? '');
}

/** Reads the texts of a kind of source. */
export interface SourceReader {
  /** Reads the text of a source. Null if there is nothing to index (any more). */
  read(scope: Scope, id: string): Promise<SourceText | null>;
  /**
   * Several texts by id, in a constant number of statements, without those that are longer than `MAX_SHORT_BYTES`.
   * Kinds without it are read one by one.
   */
  readShort?(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, SourceText>>;
}

/** The maximum size of texts that are indexed together: they are in memory at the same time, and one must not delay the others. */
export const MAX_SHORT_BYTES = 50_000;

export type SourceReaders = Partial<Record<SourceKind, SourceReader>>;
