import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { v5 } from 'uuid';
import type { Scope } from '../../../database/database.ts';
import type { Embedder } from '../../../ports/embedder.ts';
import { toBatches } from '../../../shared/to-batches.ts';
import { contextualText } from '../../../text/chunking/chunk-blocks.ts';
import type { Chunk } from '../../../text/chunking/types.ts';
import { type ChunkRow, type SourceState, readEmbeddings, markEmbedded } from '../chunk.rows.ts';
import { chunkText } from './chunk-text.ts';
import { embedTexts } from './embed-texts.ts';
import type { SourceText } from '../source-text.ts';

/** Texts that are embedded at once, those of one request to Cohere: if a later part fails, they are not paid twice. */
const PART = 96;
/** The maximum size of the vectors that are kept for all sources whose last attempt failed. */
const MAX_PAID_BYTES = 64_000_000;

export interface ReadText {
  source: SourceState;
  text: SourceText;
}

export interface CutText extends ReadText {
  chunks: { chunk: Chunk; context: string; digest: string }[];
}

/** A passage of a source. */
type Passage = CutText['chunks'][number] & { source: SourceState };

/** Makes the vectors of the chunks of sources; unchanged text keeps its vector. */
export class SourceEmbedder {
  /**
   * Vectors by model and digest of sources that are not published yet, for their next attempt. In memory: another process
   * computes them again.
   */
  private readonly paid = new LRUCache<string, Map<string, Float32Array>>({
    maxSize: MAX_PAID_BYTES,
    sizeCalculation: (vectors) => [...vectors.values()].reduce((sum, { byteLength }) => sum + 200 + byteLength, 100),
  });

  /** The chunks of each source, in the order of the sources. */
  async embed(embedder: Embedder, scope: Scope, cut: readonly CutText[], signal: AbortSignal): Promise<ChunkRow[][]> {
    const embedded = cut.filter(({ text }) => text.embed);
    const published = embedded.flatMap(({ source }) => (source.generation === null ? [] : source.id));
    const vectors = await readEmbeddings(scope, published, embedder.model);
    const passages = embedded.flatMap(({ source, chunks }) => chunks.map((each) => ({ source, ...each })));
    for (const { source, digest } of passages) {
      const vector = this.paid.get(paidKey(source))?.get(`${embedder.model} ${digest}`);
      if (vector) vectors.set(digest, vector);
    }
    const unpaid = passages.filter(({ digest }) => !vectors.has(digest));
    for (const [digest, vector] of await this.pay(embedder, scope, unpaid, signal)) vectors.set(digest, vector);
    for (const { source } of embedded) if (source.kind === 'video') await markEmbedded(scope, source, 1);
    return cut.map((each) => toRows(each, embedder, vectors));
  }

  /** Forgets the vectors of a source that was published. */
  forget(source: SourceState): void {
    this.paid.delete(paidKey(source));
  }

  /** Vectors by digest. The job of a video shows how far this is, as a long one takes minutes. */
  private async pay(
    embedder: Embedder,
    scope: Scope,
    passages: readonly Passage[],
    signal: AbortSignal,
  ): Promise<Map<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    let done = 0;
    for (const part of toBatches(passages, PART)) {
      const texts = part.map(({ context }) => context);
      const embeddings = await embedTexts(embedder, texts, signal);
      for (const [at, { digest }] of part.entries()) {
        const vector = embeddings[at];
        if (vector) vectors.set(digest, vector);
      }
      this.keep(embedder.model, part, vectors);
      done += part.length;
      const video = part.find(({ source }) => source.kind === 'video');
      if (video) await markEmbedded(scope, video.source, done / passages.length);
    }
    return vectors;
  }

  private keep(model: string, part: readonly Passage[], vectors: ReadonlyMap<string, Float32Array>): void {
    for (const [key, passages] of Map.groupBy(part, ({ source }) => paidKey(source))) {
      const cached = new Map(this.paid.get(key));
      for (const { digest } of passages) {
        const vector = vectors.get(digest);
        if (vector) cached.set(`${model} ${digest}`, vector);
      }
      this.paid.set(key, cached);
    }
  }
}

function toRows(
  { source, text, chunks }: CutText,
  { model, dimensions }: Embedder,
  vectors: ReadonlyMap<string, Float32Array>,
): ChunkRow[] {
  if (!text.embed) {
    const none = new Float32Array(dimensions);
    return chunks.map(({ chunk, digest }) => toRow(source, chunk, 'none', digest, none));
  }
  return chunks.map(({ chunk, digest }) => {
    const vector = vectors.get(digest);
    if (!vector) throw new Error('The embedder returned fewer vectors than texts');
    return toRow(source, chunk, model, digest, vector);
  });
}

/** Splits sources into chunks. */
export async function cutTexts(texts: readonly ReadText[], signal: AbortSignal): Promise<CutText[]> {
  const cut: CutText[] = [];
  for (const { source, text } of texts) {
    if (cut.length > 0) await nextTurn();
    cut.push({ source, text, chunks: await cutChunks(text, signal) });
  }
  return cut;
}

async function cutChunks(text: SourceText, signal: AbortSignal): Promise<CutText['chunks']> {
  const chunks = await chunkText(text, signal);
  return chunks.map((chunk) => {
    const context = contextualText(text.title, chunk.section, chunk.text);
    return { chunk, context, digest: createHash('sha256').update(context).digest('hex') };
  });
}

/** A source that was removed and added again has another one. */
function paidKey({ id, createdEpoch }: SourceState): string {
  return `${id} ${createdEpoch}`;
}

function toRow(source: SourceState, chunk: Chunk, embedder: string, digest: string, embedding: Float32Array): ChunkRow {
  return {
    id: v5(`${source.createdEpoch}/${source.revision}/${chunk.position}`, source.id),
    position: chunk.position,
    section: chunk.section,
    text: chunk.text,
    page: chunk.page ?? null,
    startTime: chunk.startTime ?? null,
    endTime: chunk.endTime ?? null,
    embedder,
    digest,
    embedding,
  };
}
