/** Jobs in a batch, by default. */
const SIZE = 32;
/** Concurrent batches: while one is embedded, the other is read or written. The other slots are for other kinds. */
const MAX_BATCHES = 2;
/** The next batch is claimed this much later after one that was not full, so that jobs that come singly gather. */
const GATHER_MS = 50;
/** The pause before each batch while requests read or keep the event loop busy; batches then run one at a time. */
const BUSY_PAUSE_MS = 200;

export interface PaceOptions {
  /** Jobs in a batch, of the kinds that run in batches. */
  batchSize?: number;
  /** Tells whether requests have to wait. Default: never. */
  isBusy?: () => boolean;
}

/** The pace says when a runner may start how many batches. */
export class BatchPace {
  /** Jobs in a batch. */
  readonly size: number;
  private readonly isBusy: () => boolean;
  private readonly wake: () => void;
  private isThrottled = false;
  /** Set while no batch may start. */
  private pauseTimer: NodeJS.Timeout | null = null;

  /** @param wake called when the next batch may be started */
  constructor({ batchSize = SIZE, isBusy = () => false }: PaceOptions, wake: () => void) {
    this.size = batchSize;
    this.isBusy = isBusy;
    this.wake = wake;
  }

  /** Returns whether any batch may start. @param running batches */
  mayStart(running: number): boolean {
    return running < MAX_BATCHES && this.pauseTimer === null;
  }

  /** Returns how many batches may start; fewer while requests have to wait. @param running batches */
  free(running: number): number {
    this.isThrottled = this.isBusy();
    return (this.isThrottled ? 1 : MAX_BATCHES) - running;
  }

  /** @param sizes of the batches that were started since `free` */
  recordStart(sizes: readonly number[]): void {
    if (this.isThrottled && sizes.length > 0) this.pause(BUSY_PAUSE_MS);
    else if (sizes.some((size) => size < this.size)) this.pause(GATHER_MS);
  }

  private pause(milliseconds: number): void {
    if (this.pauseTimer) clearTimeout(this.pauseTimer);
    // Not compared with a clock: a timer may fire a fraction of a millisecond early, and would then wake the runner in vain.
    this.pauseTimer = setTimeout(() => {
      this.pauseTimer = null;
      this.wake();
    }, milliseconds).unref();
  }
}
