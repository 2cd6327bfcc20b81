import { Worker } from 'node:worker_threads';

/** A message to the thread. Its answer has the same id. */
export interface ThreadRequest<I> {
  id: number;
  input: I;
}

export type ThreadAnswer<O> = { id: number; output: O } | { id: number; error: string };

interface RunningThread<O> {
  worker: Worker;
  calls: Map<number, PromiseWithResolvers<O>>;
}

const HEAP_MB = 256;
const STOP_AFTER_MS = 60_000;
const NICENESS = 10;

interface ThreadOptions {
  heapMb?: number;
  /** How long after its last call the thread is stopped; default a minute. */
  stopAfterMs?: number;
  /** How much the thread gives way to others; 0: not at all. */
  niceness?: number;
}

/**
 * A thread for one kind of work that would delay requests on the event loop. Started at the first call and stopped some
 * time after the last, as it takes 20 to 30 MB.
 */
export class BackgroundThread<I, O> {
  private readonly entry: URL;
  private running: RunningThread<O> | null = null;
  private readonly options: Required<ThreadOptions>;
  private lastId = 0;
  private stopTimer: NodeJS.Timeout | undefined;

  /** @param entry a module that calls `serveThread` */
  constructor(entry: URL, { heapMb = HEAP_MB, stopAfterMs = STOP_AFTER_MS, niceness = NICENESS }: ThreadOptions = {}) {
    this.entry = entry;
    this.options = { heapMb, stopAfterMs, niceness };
  }

  /** Calls are run one after the other. Rejects if the work fails or the thread ends. */
  run(input: I): Promise<O> {
    clearTimeout(this.stopTimer);
    const { worker, calls } = (this.running ??= this.start());
    worker.ref();
    const id = ++this.lastId;
    const call = Promise.withResolvers<O>();
    calls.set(id, call);
    const request: ThreadRequest<I> = { id, input };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
    worker.postMessage(request);
    return call.promise;
  }

  async close(): Promise<void> {
    clearTimeout(this.stopTimer);
    const { running } = this;
    this.running = null;
    await running?.worker.terminate();
  }

  private start(): RunningThread<O> {
    const { heapMb, niceness } = this.options;
    const resourceLimits = { maxOldGenerationSizeMb: heapMb };
    const worker = new Worker(this.entry, { resourceLimits, env: {}, workerData: { niceness } });
    const thread: RunningThread<O> = { worker, calls: new Map() };
    worker.on('message', (answer: ThreadAnswer<O>) => this.settle(thread, answer));
    let failure = new Error('The thread ended');
    worker.on('error', (error: Error) => (failure = error));
    worker.on('exit', () => {
      if (this.running === thread) this.running = null;
      for (const { reject } of thread.calls.values()) reject(failure);
    });
    return thread;
  }

  private settle({ worker, calls }: RunningThread<O>, answer: ThreadAnswer<O>): void {
    const call = calls.get(answer.id);
    calls.delete(answer.id);
    if (calls.size === 0) {
      // An idle thread does not keep the process from ending.
      worker.unref();
      this.stopTimer = setTimeout(() => void this.close(), this.options.stopAfterMs).unref();
    }
    if ('error' in answer) call?.reject(new Error(answer.error));
    else call?.resolve(answer.output);
  }
}
