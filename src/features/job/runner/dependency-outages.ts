import { CircuitBreaker } from '../../../shared/circuit-breaker.ts';
import { withTimeout } from '../../../shared/timeout.ts';
import type { JobService } from '../job.service.ts';

export interface DependencyOutagesOptions {
  jobs: Pick<JobService, 'release' | 'awaitedDependencies'>;
  /**
   * Checks by the dependency's name: each resolves if it is available. A dependency without a check is only retried by
   * the jobs themselves.
   */
  probes: Readonly<Record<string, () => Promise<void>>>;
  /** Pause before the first probe. */
  firstPauseMs?: number;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 2_000;
/** A dependency that passes its probe, but whose jobs fail soon after, gets them after longer pauses. */
const RELAPSE = { withinMs: 60_000, maxPauseMs: 30_000 };
const PROBE_LIMIT_MS = 3_000;

/**
 * Dependencies that jobs of this process found unavailable. Each is probed until it is available; then the jobs that
 * wait for it are released, whichever process postponed them.
 * See decision 45.
 */
export class DependencyOutages {
  private readonly jobs: DependencyOutagesOptions['jobs'];
  private readonly breakers: ReadonlyMap<string, CircuitBreaker>;

  constructor({ jobs, probes, firstPauseMs = FIRST_PAUSE_MS }: DependencyOutagesOptions) {
    this.jobs = jobs;
    const entries = Object.entries(probes).map(([dependency, probe]) => {
      const breaker = new CircuitBreaker({
        probe: () => withTimeout(PROBE_LIMIT_MS, probe(), () => new Error('timed out')),
        firstPauseMs,
        maxPauseMs: MAX_PAUSE_MS,
        relapse: RELAPSE,
      });
      // Jobs that cannot be released are released after the next probe.
      breaker.onClose(() => void jobs.release(dependency).catch((error: unknown) => breaker.reportFailure(error)));
      return [dependency, breaker] as const;
    });
    this.breakers = new Map(entries);
  }

  /** Reports an unavailable dependency. True if that was not known before. */
  report(dependency: string, cause?: unknown): boolean {
    const breaker = this.breakers.get(dependency);
    if (!breaker) return true;
    if (breaker.outage) return false;
    breaker.reportFailure(cause);
    return breaker.outage !== null;
  }

  has(dependency: string): boolean {
    return Boolean(this.breakers.get(dependency)?.outage);
  }

  /** Probes the dependencies of jobs that other processes, or this one before a restart, have postponed. */
  async resume(): Promise<void> {
    for (const dependency of await this.jobs.awaitedDependencies()) {
      if (await this.breakers.get(dependency)?.check()) await this.jobs.release(dependency);
    }
  }

  stop(): void {
    for (const breaker of this.breakers.values()) breaker.stop();
  }
}
