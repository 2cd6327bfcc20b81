import { setTimeout as delay } from 'node:timers/promises';

/** Pauses that can be ended early, the oldest first. */
export class EarlyPauses {
  private readonly controllers = new Set<AbortController>();

  async pause(milliseconds: number): Promise<void> {
    const waking = new AbortController();
    this.controllers.add(waking);
    await delay(milliseconds, undefined, { signal: waking.signal }).catch(() => {});
    this.controllers.delete(waking);
  }

  endOne(): void {
    const [first] = this.controllers;
    first?.abort();
  }

  endAll(): void {
    for (const waking of this.controllers) waking.abort();
  }
}
