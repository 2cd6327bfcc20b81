const MAX_FAILURES = 2;
const MAX_PAUSES = 10;

/** Whether a model is called: not for a while after its second failure in a row. The pauses grow up to 10 times as long. */
export class Pauses {
  private readonly pauseMs: number;
  private failures = 0;
  private closedUntil = 0;

  constructor(pauseMs: number) {
    this.pauseMs = pauseMs;
  }

  lets(): boolean {
    if (this.failures < MAX_FAILURES) return true;
    if (performance.now() < this.closedUntil) return false;
    // This call tries it; the others wait for what comes of it.
    this.pause();
    return true;
  }

  succeed(): void {
    this.failures = 0;
  }

  fail(): void {
    this.failures += 1;
    if (this.failures >= MAX_FAILURES) this.pause();
  }

  private pause(): void {
    const times = Math.min(MAX_PAUSES, 2 ** Math.max(0, this.failures - MAX_FAILURES));
    this.closedUntil = performance.now() + this.pauseMs * times;
  }
}
