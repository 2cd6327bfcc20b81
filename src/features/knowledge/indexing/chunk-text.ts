import { Worker } from 'node:worker_threads';
import { entryFile } from '../../../shared/paths.ts';
import { bodyBlocks } from '../../../text/chunking/body-blocks.ts';
import { chunkBlocks } from '../../../text/chunking/chunk-blocks.ts';
import type { Chunk } from '../../../text/chunking/types.ts';
import type { SourceText } from '../source-text.ts';

/** The text of a source that is split into chunks: its blocks, then those of its body. */
export type ChunkInput = Pick<SourceText, 'blocks' | 'body'>;

/** The length up to which chunking takes about 10 ms, at most 100 ms, while a thread costs about 20 ms. */
const MAX_AT_ONCE = 50_000;
const THREAD_HEAP_MB = 512;
const THREAD = entryFile('features/knowledge/indexing/chunk-text.thread');

/** Splits a source into chunks; a long one in a separate thread, because ten million characters take seconds. */
export async function chunkText(text: ChunkInput, signal: AbortSignal): Promise<Chunk[]> {
  const length = text.blocks.reduce((sum, block) => sum + block.text.length, text.body?.length ?? 0);
  return length <= MAX_AT_ONCE ? chunkNow(text) : chunkInThread(text, signal);
}

export function chunkNow({ blocks, body }: ChunkInput): Chunk[] {
  return chunkBlocks(body === undefined ? blocks : [...blocks, ...bodyBlocks(body)]);
}

async function chunkInThread({ blocks, body }: ChunkInput, signal: AbortSignal): Promise<Chunk[]> {
  signal.throwIfAborted();
  const limits = { maxOldGenerationSizeMb: THREAD_HEAP_MB };
  const thread = new Worker(THREAD, { workerData: { blocks, body }, resourceLimits: limits, env: {} });
  const stop = (): void => void thread.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<Chunk[]>((resolve, reject) => {
      thread.once('message', resolve).once('error', reject);
      thread.once('exit', () =>
        reject(signal.aborted ? signal.reason : new Error('The thread ended without a result')),
      );
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
