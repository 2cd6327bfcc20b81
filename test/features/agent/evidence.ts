import type { Evidence } from '../../../src/features/agent/retrieval/evidence.ts';

/** A public passage of a document, as retrieval returns it. */
export function evidence(id: string, own: Partial<Evidence> = {}): Evidence {
  return {
    id,
    chunkId: id,
    sourceId: id,
    indexedId: id,
    source: 'document',
    title: id,
    text: '',
    page: null,
    startTime: null,
    endTime: null,
    isCurrent: false,
    contentType: 'document',
    type: null,
    slug: null,
    language: null,
    url: null,
    fileName: id,
    section: [],
    frontMatter: null,
    accessLevel: 'public',
    textAccessLevel: 'public',
    textRequiredSubscriptions: [],
    isPublished: true,
    ...own,
  };
}
