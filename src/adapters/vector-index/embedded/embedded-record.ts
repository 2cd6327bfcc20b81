import type { ZVecDoc } from '@zvec/zvec';
import { z } from 'zod';
import type { IndexedChunk } from '../../../ports/vector-index.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { storedLevel } from '../stored-level.ts';
import { toBucket, chunkKey } from './embedded-collection.ts';
import { decodeValue, encodeValue } from '../filter-values.ts';
import type { SiteIndexEntry, TermCounts } from './site-index.ts';
import type { CountedText } from './stored-terms.ts';

/** A chunk as stored in the collection and in the index of its site. */
export type ChunkRecord = ReturnType<typeof toRecord>;

export function toRecord(siteId: string, chunk: IndexedChunk, { terms, length }: CountedText) {
  const { title: _title, text: _text, vector, published: _marked, ...attributes } = chunk;
  const accessLevel = storedLevel(chunk);
  const id = chunkKey(siteId, chunk.id);
  const fields = {
    site: encodeValue(siteId),
    source: encodeValue(chunk.sourceId),
    contentType: encodeValue(chunk.contentType),
    access: encodeValue(accessLevel),
    subscriptions: chunk.requiredSubscriptions.map(encodeValue),
    generation: chunk.generation,
    bucket: toBucket(id),
    chunk: encodeValue(chunk.id),
    length,
    terms,
  };
  return { stored: { id, vectors: { vector }, fields }, entry: { ...attributes, accessLevel, length } };
}

const sourceSchema = z.object({ chunk: z.string(), source: z.string(), generation: z.coerce.number() });

const storedSchema = sourceSchema.extend({
  contentType: z.string(),
  access: z.string(),
  subscriptions: z.array(z.string()),
  length: z.number(),
  terms: z.string(),
});

/** Fields that `toSource` and `toEntry` read. */
export const SOURCE_FIELDS = Object.keys(sourceSchema.shape);
export const ENTRY_FIELDS = Object.keys(storedSchema.shape);

export function toEntry(doc: ZVecDoc): { entry: SiteIndexEntry; terms: TermCounts; vector: Float32Array } {
  const fields = storedSchema.parse(doc.fields);
  return {
    entry: {
      id: decodeValue(fields.chunk),
      sourceId: decodeValue(fields.source),
      generation: fields.generation,
      contentType: decodeValue(fields.contentType),
      accessLevel: decodeValue(fields.access),
      requiredSubscriptions: fields.subscriptions.map(decodeValue),
      length: fields.length,
    },
    terms: parseTerms(fields.terms),
    vector: vectorOf(doc),
  };
}

function vectorOf({ vectors }: ZVecDoc): Float32Array {
  const { vector } = vectors;
  if (vector instanceof Float32Array) return vector;
  if (Array.isArray(vector)) return Float32Array.from(vector);
  throw new ServiceError('INTERNAL', 'A stored chunk has no vector');
}

export function toSource(doc: ZVecDoc): { chunkId: string; sourceId: string; generation: number } {
  const { chunk, source, generation } = sourceSchema.parse(doc.fields);
  return { chunkId: decodeValue(chunk), sourceId: decodeValue(source), generation };
}

export function parseTerms(stored: string): TermCounts {
  const parts = stored.split(' ');
  const terms = new Map<string, number>();
  for (let at = 0; at + 1 < parts.length; at += 2) terms.set(parts[at] ?? '', Number(parts[at + 1]));
  return terms;
}
