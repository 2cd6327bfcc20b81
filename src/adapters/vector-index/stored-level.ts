import type { IndexedChunk } from '../../ports/vector-index.ts';

/**
 * The access level that a chunk is stored with: drafts have levels of their own, so that no search finds them, or counts
 * their words, unless it names these levels.
 */
export function storedLevel({ accessLevel, published }: Pick<IndexedChunk, 'accessLevel' | 'published'>): string {
  return published ? accessLevel : draftLevel(accessLevel);
}

/** The stored levels of a search for these access levels. */
export function storedLevels(levels: readonly string[], unpublished = false): string[] {
  return unpublished ? [...levels, ...levels.map(draftLevel)] : [...levels];
}

function draftLevel(level: string): string {
  return `draft:${level}`;
}
