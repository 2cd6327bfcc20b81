import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadRequest } from './background-thread.ts';

const NICENESS = 10;

/**
 * Answers the calls of a BackgroundThread.
 * @param buffersOf what is transferred instead of copied
 */
export function serveThread<I, O>(work: (input: I) => O, buffersOf: (output: O) => ArrayBuffer[] = () => []): void {
  giveWay();
  parentPort?.on('message', ({ id, input }: ThreadRequest<I>) => {
    try {
      const output = work(input);
      send({ id, output }, buffersOf(output));
    } catch (error) {
      send({ id, error: error instanceof Error ? error.message : String(error) }, []);
    }
  });
}

function send<O>(answer: ThreadAnswer<O>, buffers: ArrayBuffer[]): void {
  parentPort?.postMessage(answer, buffers);
}

/** With all processors busy, the thread that answers requests runs first. Linux has priorities of threads. */
function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // Another system: the thread has the priority of the process.
  }
}
