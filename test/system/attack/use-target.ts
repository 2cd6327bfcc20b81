import { getPriority, setPriority } from 'node:os';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Sample, SteadyCaller, p95 } from '../support/steady-caller.ts';
import { Target, type TargetSite } from '../support/target.ts';

/** With `npm run test:attack` the attacks have their full size; in `npm run test:system` a short one. */
export const FULL = process.env['ATTACK'] === 'full';

/** More than this of memory is counted as a successful attack; a sixth of it is the process that stands by. */
const MAX_MEMORY_BYTES = 1_050_000_000;

const LOWEST_PRIORITY = 19;
const MIN_SAMPLES = FULL ? 100 : 1;
const MAX_REPEATED_MS = 60_000;

export interface Attacked {
  target: Target;
  site: TargetSite;
  /** The header of the site's key. */
  key: Record<string, string>;
}

/**
 * A service for one file of attacks. Whatever they do, no process of it may end or grow without bound.
 * @param dataDir answers its data folder; default: a new one
 */
export function useTarget(environment: Record<string, string> = {}, dataDir?: () => string): Attacked {
  const attacked = {} as Attacked;
  let processes: number[];
  beforeAll(async () => {
    attacked.target = await Target.start(environment, dataDir?.());
    attacked.site = await attacked.target.site('attacked');
    attacked.key = { 'x-svc-api-key': attacked.site.key };
    processes = await attacked.target.processIds();
  });
  afterEach(async () => {
    expect(await attacked.target.processIds(), attacked.target.service.output().slice(-4_000)).toEqual(processes);
    expect(await attacked.target.memory()).toBeLessThan(MAX_MEMORY_BYTES);
  });
  afterAll(() => attacked.target?.stop());
  return attacked;
}

export interface Beside {
  idleMs: number;
  attackedMs: number;
  worstMs: number;
  failed: readonly Sample[];
}

/** What a well-behaved keyed caller from another address meets, before an attack and while it lasts. */
export async function besideSteadyCaller({ target }: Attacked, attack: () => Promise<unknown>): Promise<Beside> {
  const { key } = await target.site('steady');
  const caller = new SteadyCaller({ url: target.url, key, from: '127.0.0.3', pauseMs: 25 });
  try {
    await caller.answered(20);
    caller.take();
    await caller.answered(FULL ? 200 : 40);
    const idle = caller.take();
    const during = await answeredDuring(attack, caller);
    const result = {
      idleMs: p95(idle),
      attackedMs: p95(during),
      worstMs: Math.max(...during.map(({ ms }) => ms)),
      failed: during.filter(({ status }) => status !== 200),
    };
    process.stdout.write(
      `p95 ${result.idleMs.toFixed(1)} ms idle, ${result.attackedMs.toFixed(1)} ms attacked, worst ${result.worstMs.toFixed(0)} ms of ${during.length}\n`,
    );
    return result;
  } finally {
    await caller.stop();
  }
}

/** An attack that is over soon is repeated: of five times the worst is no p95. */
async function answeredDuring(attack: () => Promise<unknown>, caller: SteadyCaller): Promise<Sample[]> {
  const samples: Sample[] = [];
  const until = Date.now() + MAX_REPEATED_MS;
  do {
    await atLowestPriority(attack);
    await caller.answered(1);
    samples.push(...caller.take());
  } while (samples.length < MIN_SAMPLES && Date.now() < until);
  return samples;
}

/** What the attacker computes is not the service's load: of this thread alone, and for good where it may not be raised again. */
async function atLowestPriority(work: () => Promise<unknown>): Promise<void> {
  const before = getPriority();
  setPriority(LOWEST_PRIORITY);
  try {
    await work();
  } finally {
    if (process.getuid?.() === 0) setPriority(before);
  }
}

/** Times are judged strictly where the attack is long enough to tell it from chance. */
export function expectServed({ idleMs, attackedMs, worstMs, failed }: Beside): void {
  expect(failed).toEqual([]);
  expect(worstMs).toBeLessThan(5_000);
  if (FULL) expect(attackedMs).toBeLessThanOrEqual(3 * Math.max(idleMs, 10));
}
