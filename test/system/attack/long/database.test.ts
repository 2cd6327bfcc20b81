import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { postmasterIn, signalPostgres } from '../../support/postgres-process.ts';
import { FULL, useTarget } from '../use-target.ts';

/** All requests at once, and all admitted: what is attacked lies behind. */
const attacked = useTarget({ MAX_REQUESTS_PER_SITE: '1000', MAX_REQUESTS_PER_ADDRESS: '1000' });

const REQUESTS = FULL ? 300 : 60;
/** Longest that a request may wait for a database that hangs. */
const MAX_WAIT_MS = 20_000;
/** How long the folder of the database is away: longer than the five seconds after which it once gave up. */
const AWAY_MS = FULL ? 30_000 : 8_000;

const home = () => join(attacked.target.dataDir, 'postgres');

async function ask(): Promise<{ status: number; ms: number; retryAfter: string | null }> {
  const started = Date.now();
  const response = await fetch(`${attacked.target.url}/api/sdk/content`, {
    headers: attacked.key,
    signal: AbortSignal.timeout(MAX_WAIT_MS * 2),
  });
  await response.arrayBuffer();
  return { status: response.status, ms: Date.now() - started, retryAfter: response.headers.get('retry-after') };
}

async function untilServed(withinMs: number): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    const { status } = await ask();
    if (status === 200) return;
    if (Date.now() > until) throw new Error(`still ${status}`);
    await delay(250);
  }
}

test(
  `${REQUESTS} requests to a database that hangs are all answered with 503 in time, and few lines are logged`,
  { timeout: 120_000 },
  async () => {
    await ask();
    const logged = attacked.target.service.output().length;
    await signalPostgres(home(), 'SIGSTOP');
    const answers = await Promise.all(Array.from({ length: REQUESTS }, ask)).finally(() =>
      signalPostgres(home(), 'SIGCONT'),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(answers.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(MAX_WAIT_MS);
    expect(attacked.target.service.output().slice(logged).split('\n').length).toBeLessThan(60);
    await untilServed(10_000);
  },
);

test(
  `a database that cannot be started for ${AWAY_MS / 1_000} s is served again by itself`,
  { timeout: 120_000 },
  async () => {
    const settings = join(home(), 'cluster', 'postgresql.conf');
    const pid = await postmasterIn(home());
    await rename(settings, `${settings}.away`);
    process.kill(pid, 'SIGKILL');
    const until = Date.now() + AWAY_MS;
    const statuses = new Set<number>();
    while (Date.now() < until) {
      statuses.add((await ask()).status);
      await delay(200);
    }
    await rename(`${settings}.away`, settings);
    await untilServed(60_000);
    expect(statuses).toContain(503);
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
  },
);
