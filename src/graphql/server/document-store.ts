import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** A parsed document takes about 100 bytes of memory per character: all of them together about 30 MB. */
const MAX_CHARACTERS = 300_000;

/**
 * Caches parsed and validated documents and removes the least recently used first. Apollo's own store would hold five
 * times as much.
 */
export class DocumentStore {
  private readonly documents = new LRUCache<string, DocumentNode>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ loc }) => (loc ? loc.end - loc.start : 0) || 1,
  });

  /** Characters of all documents that it holds. */
  get size(): number {
    return this.documents.calculatedSize;
  }

  async get(key: string): Promise<DocumentNode | undefined> {
    return this.documents.get(key);
  }

  async set(key: string, document: DocumentNode): Promise<void> {
    this.documents.set(key, document);
  }

  async delete(key: string): Promise<boolean> {
    return this.documents.delete(key);
  }
}
