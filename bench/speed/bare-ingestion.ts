import { createLocalEmbedder, embedAll } from '../../src/adapters/embedder/local.ts';
import { EmbeddedVectorIndex } from '../../src/adapters/vector-index/embedded/embedded-index.ts';
import { newId } from '../../src/shared/ids.ts';
import { bodyBlocks } from '../../src/text/chunking/body-blocks.ts';
import { chunkBlocks, contextualText, titlePath } from '../../src/text/chunking/chunk-blocks.ts';
import { type NewDocument, documentOf } from './documents.ts';

/** What the steps of indexing take alone, each of them for all documents, in processor time. */
export interface BareSteps {
  chunks: number;
  chunkingMs: number;
  embeddingMs: number;
  indexMs: number;
}

const AT_ONCE = 100;

/** @param dir an empty folder for the index */
export async function measureBareSteps(documents: number, dir: string): Promise<BareSteps> {
  const embedder = createLocalEmbedder();
  const { dimensions, model } = embedder;
  const index = new EmbeddedVectorIndex({ dir, dimensions, model });
  await index.open();
  const steps: BareSteps = { chunks: 0, chunkingMs: 0, embeddingMs: 0, indexMs: 0 };
  for (let from = 0; from < documents; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, documents - from) }, (_, n) => documentOf(from + n));
    const cut = await timed(async () => some.map(toChunks));
    steps.chunkingMs += cut.ms;
    for (const { title, chunks } of cut.result) {
      const texts = chunks.map((chunk) => contextualText(title, chunk.section, chunk.text));
      const embedded = await timed(async () => embedAll(texts));
      const sourceId = newId();
      const indexed = chunks.map((chunk, n) => ({
        id: newId(),
        sourceId,
        generation: 1,
        contentType: 'document',
        accessLevel: 'public',
        requiredSubscriptions: [],
        published: true,
        title: titlePath(title, chunk.section),
        text: chunk.text,
        vector: embedded.result.subarray(n * embedder.dimensions, (n + 1) * embedder.dimensions),
      }));
      const written = await timed(() => index.upsert('site', indexed));
      steps.chunks += chunks.length;
      steps.embeddingMs += embedded.ms;
      steps.indexMs += written.ms;
    }
  }
  await Promise.all([index.close(), embedder.close()]);
  return steps;
}

function toChunks({ title, content }: NewDocument) {
  return { title, chunks: chunkBlocks(bodyBlocks(content)) };
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}
