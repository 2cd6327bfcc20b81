/** Interval of the progress update, which also checks whether the job was cancelled. */
const REPORT_EVERY_MS = 1_000;

/** Stores the progress of a job, and detects that the job is no longer wanted. */
export class ProgressReporter {
  private readonly record: () => Promise<boolean>;
  private readonly timer: NodeJS.Timeout;
  private readonly stopped = new AbortController();

  /** @param record false if the job is no longer wanted */
  constructor(record: () => Promise<boolean>) {
    this.record = record;
    this.timer = setInterval(() => void this.report(), REPORT_EVERY_MS);
  }

  /** Aborted when the job was cancelled or deleted. */
  get unwanted(): AbortSignal {
    return this.stopped.signal;
  }

  async report(): Promise<void> {
    const wanted = await this.record().catch(() => true);
    if (!wanted) this.stopped.abort();
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
