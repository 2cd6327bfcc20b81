/** How often a worker tells that its event loop runs. */
export const HEARTBEAT_MS = 500;

const CHECK_MS = 500;
/** A check this late means that this process was stopped or the machine suspended, so the silence proves nothing. */
const LATE_MS = 2_000;

/** Notices that a process no longer sends heartbeats. */
export class Watchdog {
  private readonly limitMs: () => number;
  private readonly onSilence: () => void;
  private silentMs = 0;
  private checkedAt = 0;
  private timer: NodeJS.Timeout | null = null;

  /**
   * @param limitMs longest time that the event loop of the process may be blocked
   * @param onSilence is called once, when it was blocked for longer
   */
  constructor(limitMs: () => number, onSilence: () => void) {
    this.limitMs = limitMs;
    this.onSilence = onSilence;
  }

  /** Receives a heartbeat; the first one starts the watch. */
  heartbeat(): void {
    this.silentMs = 0;
    if (this.timer) return;
    this.checkedAt = performance.now();
    this.timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer ?? undefined);
  }

  private check(): void {
    const now = performance.now();
    const passedMs = now - this.checkedAt;
    this.checkedAt = now;
    this.silentMs = passedMs > LATE_MS ? 0 : this.silentMs + passedMs;
    // A heartbeat may have been due just after the event loop was blocked.
    if (this.silentMs <= this.limitMs() + HEARTBEAT_MS) return;
    this.stop();
    this.onSilence();
  }
}
