import { within } from '../../../shared/within.ts';
import type { JobService } from '../job.service.ts';

export interface OutagesOptions {
  jobs: Pick<JobService, 'release' | 'awaited'>;
  /**
   * Checks by the dependency's name: each resolves if it is available. A dependency without a check is only retried by
   * the jobs themselves.
   */
  probes: Readonly<Record<string, () => Promise<void>>>;
  /** Pause before the first probe; each further pause is twice as long, up to `MAX_PAUSE_MS`. */
  firstPauseMs?: number;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 2_000;
/**
 * If a dependency passes its probe but its jobs fail within this time after the release, the next pause is twice as
 * long.
 */
const RELAPSE_MS = 60_000;
const MAX_RELAPSE_PAUSE_MS = 30_000;
const PROBE_LIMIT_MS = 3_000;

/**
 * Dependencies that jobs of this process found unavailable. Each is probed until it is available; then the jobs that
 * wait for it are released, whichever process postponed them.
 */
export class Outages {
  private readonly options: OutagesOptions;
  private readonly watched = new Map<string, NodeJS.Timeout | undefined>();
  private readonly relapses = new Map<string, { at: number; pauseMs: number }>();
  private stopped = false;

  constructor(options: OutagesOptions) {
    this.options = options;
  }

  /** Reports an unavailable dependency. True if that was not known before. */
  report(dependency: string): boolean {
    if (this.stopped || this.watched.has(dependency)) return false;
    if (!this.options.probes[dependency]) return true;
    this.watch(dependency, this.pauseAfterRelapse(dependency));
    return true;
  }

  isAway(dependency: string): boolean {
    return this.watched.has(dependency);
  }

  /** Probes the dependencies of jobs that other processes, or this one before a restart, have postponed. */
  async resume(): Promise<void> {
    for (const dependency of await this.options.jobs.awaited()) {
      if (!this.stopped && !this.watched.has(dependency)) await this.probe(dependency, FIRST_PAUSE_MS);
    }
  }

  stop(): void {
    this.stopped = true;
    for (const timer of this.watched.values()) clearTimeout(timer);
    this.watched.clear();
  }

  private pauseAfterRelapse(dependency: string): number {
    const { firstPauseMs = FIRST_PAUSE_MS } = this.options;
    const last = this.relapses.get(dependency);
    const isRelapse = last !== undefined && performance.now() - last.at < RELAPSE_MS;
    const pauseMs = isRelapse ? Math.min(MAX_RELAPSE_PAUSE_MS, 2 * last.pauseMs) : firstPauseMs;
    this.relapses.set(dependency, { at: performance.now(), pauseMs });
    return pauseMs;
  }

  private watch(dependency: string, pauseMs: number): void {
    const timer = setTimeout(() => void this.probe(dependency, pauseMs), pauseMs);
    this.watched.set(dependency, timer);
  }

  /** Never rejects. */
  private async probe(dependency: string, pauseMs: number): Promise<void> {
    const probe = this.options.probes[dependency];
    if (!probe) return;
    try {
      await within(PROBE_LIMIT_MS, probe(), () => new Error('timed out'));
      // Before the jobs are released, so that their workers do not find the dependency still marked as unavailable.
      this.watched.delete(dependency);
      const last = this.relapses.get(dependency);
      if (last) last.at = performance.now();
      await this.options.jobs.release(dependency);
    } catch {
      if (!this.stopped) this.watch(dependency, Math.min(MAX_PAUSE_MS, 2 * pauseMs));
    }
  }
}
