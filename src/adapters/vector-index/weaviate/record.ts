import type { WeaviateReturn } from 'weaviate-client';
import { z } from 'zod';
import type { IndexedChunk, IndexEntry } from '../../../ports/vector-index.ts';
import { passageTerms } from '../../../text/terms.ts';
import { decodeValue, encodeValue } from '../filter-values.ts';
import { storedLevel } from '../stored-level.ts';
import { TITLE_WEIGHT } from '../embedded/site-index.ts';

/** A chunk as stored by the server. */
export interface WeaviateObject {
  id: string;
  properties: Record<string, string | number | string[]>;
  vectors?: number[];
}

/**
 * The text itself is not stored: its stems are stored in alphabetical order, which does not affect BM25 and is not
 * readable. A chunk that only keyword search should find has a zero vector, which is equally distant from everything;
 * it is stored without a vector.
 */
export function toObject({ vector, ...chunk }: IndexedChunk): WeaviateObject {
  const titleStems = Array.from({ length: TITLE_WEIGHT }, () => stemWords(chunk.title)).flat();
  return {
    id: chunk.id,
    properties: {
      terms: [...titleStems, ...stemWords(chunk.text)].toSorted().join(' '),
      sourceId: encodeValue(chunk.sourceId),
      generation: chunk.generation,
      contentType: encodeValue(chunk.contentType),
      accessLevel: encodeValue(storedLevel(chunk)),
      requiredSubscriptions: chunk.requiredSubscriptions.map(encodeValue),
    },
    ...(isZero(vector) ? {} : { vectors: [...vector] }),
  };
}

/** Properties that `toEntry` reads. */
export const ENTRY_PROPERTIES = ['sourceId', 'generation'];

type ReturnedObject = WeaviateReturn<undefined, undefined>['objects'][number];

export function toEntry({ uuid, properties }: ReturnedObject): IndexEntry {
  const { sourceId, generation } = entrySchema.parse(properties);
  return { chunkId: uuid, sourceId: decodeValue(sourceId), generation };
}

function stemWords(text: string): string[] {
  return passageTerms(text).map(({ stem }) => stem);
}

export function isZero(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}

const entrySchema = z.object({ sourceId: z.string(), generation: z.number() });
