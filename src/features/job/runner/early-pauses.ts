import { setTimeout as delay } from 'node:timers/promises';

/** Pauses that can be ended early, the oldest first. */
export class EarlyPauses {
  private readonly running = new Set<AbortController>();

  async pause(milliseconds: number): Promise<void> {
    const waking = new AbortController();
    this.running.add(waking);
    await delay(milliseconds, undefined, { signal: waking.signal }).catch(() => {});
    this.running.delete(waking);
  }

  endOne(): void {
    const [first] = this.running;
    first?.abort();
  }

  endAll(): void {
    for (const waking of this.running) waking.abort();
  }
}
