import { parentPort, workerData } from 'node:worker_threads';
import { type ChunkInput, chunkNow } from './chunk-text.ts';

/** The thread that `chunkText` starts for a long text. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
parentPort?.postMessage(chunkNow(workerData as ChunkInput));
