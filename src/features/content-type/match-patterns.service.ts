import { currentDeadline } from '../../shared/deadline.ts';
import { FairQueue } from '../../shared/fair-queue.ts';
import { entryFile } from '../../shared/paths.ts';
import { BackgroundThread } from '../../shared/process/background-thread.ts';
import { PatternBudget, type SafePattern } from '../../text/safe-pattern.ts';

export interface PatternCall {
  source: string;
  text: string;
}

/** These steps take about 2 ms at most. */
const MAX_STEPS_AT_ONCE = 20_000;

const thread = new BackgroundThread<PatternCall, boolean>(entryFile('features/content-type/match-patterns.thread'));
/** Sites take turns by the steps of their patterns. */
const queue = new FairQueue({ slots: 1, waiting: Infinity });

/**
 * Runs a check whose patterns may take up to a second. Those that take more than some milliseconds are matched in a
 * thread, and the check is then run again with what was found.
 * @throws the reason why the deadline of the request ended meanwhile
 */
export async function checkWithPatterns<T>(site: string, check: (budget: PatternBudget) => T): Promise<T> {
  const matches = new Map<string, boolean>();
  for (;;) {
    const budget = new ThreadedBudget(matches);
    const result = check(budget);
    if (budget.open.length === 0) return result;
    for (const { source, text, steps } of budget.open) {
      const task = { site, weight: steps, signal: currentDeadline()?.signal };
      matches.set(cacheKey(source, text), await queue.run(task, () => thread.run({ source, text })));
    }
  }
}

class ThreadedBudget extends PatternBudget {
  /** The calls whose result is neither here nor in the thread yet. */
  readonly open: (PatternCall & { steps: number })[] = [];
  private readonly matches: ReadonlyMap<string, boolean>;

  constructor(matches: ReadonlyMap<string, boolean>) {
    super();
    this.matches = matches;
  }

  override test(pattern: SafePattern, text: string): boolean {
    const steps = pattern.steps(text);
    if (steps <= MAX_STEPS_AT_ONCE) return pattern.test(text);
    const { source } = pattern;
    const isMatch = this.matches.get(cacheKey(source, text));
    if (isMatch === undefined) this.open.push({ source, text, steps });
    return isMatch ?? true;
  }
}

function cacheKey(source: string, text: string): string {
  return JSON.stringify([source, text]);
}
