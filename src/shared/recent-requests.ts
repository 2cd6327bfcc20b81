/** How long after a request others are expected. */
const RECENT_MS = 100;

interface LastRequest {
  site: string;
  at: number;
}

/** Remembers the last request, and the last one of another site. */
export class RecentRequests {
  private last: LastRequest = { site: '', at: -Infinity };
  private other: LastRequest = this.last;

  /** @param site empty for a request without one */
  note(site: string): void {
    if (site !== this.last.site) this.other = this.last;
    this.last = { site, at: performance.now() };
  }

  /** Tells whether another site, or a caller without one, has sent a request lately. */
  hasOther(site: string): boolean {
    const { at } = this.last.site === site ? this.other : this.last;
    return performance.now() - at < RECENT_MS;
  }
}
