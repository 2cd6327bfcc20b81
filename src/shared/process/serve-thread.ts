import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer, ThreadRequest } from './background-thread.ts';

/**
 * Answers the calls of a BackgroundThread one after the other.
 * @param listBuffers what is transferred instead of copied
 */
export function serveThread<I, O>(
  work: (input: I) => O | Promise<O>,
  listBuffers: (output: O) => ArrayBuffer[] = () => [],
): void {
  lowerPriority((workerData as { niceness: number }).niceness);
  let former: Promise<void> = Promise.resolve();
  const answer = async ({ id, input }: ThreadRequest<I>): Promise<void> => {
    try {
      const output = await work(input);
      send({ id, output }, listBuffers(output));
    } catch (error) {
      send({ id, error: error instanceof Error ? error.message : String(error) }, []);
    }
  };
  parentPort?.on('message', (request: ThreadRequest<I>) => {
    former = former.then(() => answer(request));
  });
}

function send<O>(answer: ThreadAnswer<O>, buffers: ArrayBuffer[]): void {
  parentPort?.postMessage(answer, buffers);
}

/**
 * Lowers the priority of the thread, so that the one that answers requests runs first if all processors are busy. Linux
 * has priorities of threads.
 */
function lowerPriority(niceness: number): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // Another system: the thread has the priority of the process.
  }
}
