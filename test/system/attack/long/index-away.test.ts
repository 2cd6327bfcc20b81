import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Target } from '../../support/target.ts';
import { INDEX_SERVERS, type IndexServer } from '../index-servers.ts';
import { IndexedTarget, type SearchAnswer, environmentOf } from '../indexed-target.ts';
import { FULL } from '../use-target.ts';

const AWAY_MS = FULL ? 180_000 : 15_000;
const SEARCHES = 5;

function print(what: string, answers: readonly SearchAnswer[], backMs: number): void {
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  process.stdout.write(
    `${what}: 503 after at most ${slowest.toFixed(0)} ms; found ${backMs.toFixed(0)} ms after its return\n`,
  );
}

for (const { name, open, options } of INDEX_SERVERS) {
  describe(`while ${name}`, options, () => {
    let server: IndexServer;
    let attacked: IndexedTarget;

    beforeAll(async () => {
      server = await open();
      attacked = await IndexedTarget.start(server);
      await attacked.write('Brakes');
      await attacked.found('Brakes', 20_000);
    });
    afterAll(async () => {
      await attacked?.target.stop();
      await server?.stop();
    });

    /** One after the other, as the first is the one that has to notice. */
    async function searches(): Promise<SearchAnswer[]> {
      const answers: SearchAnswer[] = [];
      while (answers.length < SEARCHES) answers.push(await attacked.search('Brakes'));
      return answers;
    }

    test('is dead, searches are answered with 503 within a second, and with results within two of its return', async () => {
      await server.leave();
      const answers = await searches().finally(() => server.back());
      const backMs = await attacked.found('Brakes', 20_000);
      print(`${name}, dead`, answers, backMs);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(1_000);
      expect(backMs).toBeLessThan(2_000);
    });

    test('hangs, searches are answered with 503 within 2.5 seconds, and with results within two of its return', async () => {
      await server.freeze();
      const answers = await searches().finally(() => server.thaw());
      const backMs = await attacked.found('Brakes', 20_000);
      print(`${name}, hanging`, answers, backMs);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(2_500);
      expect(backMs).toBeLessThan(2_000);
    });

    test(
      `is away for ${AWAY_MS / 1_000} s, what is written is accepted, and indexed on its return`,
      { timeout: AWAY_MS + 120_000 },
      async () => {
        await server.leave();
        const until = Date.now() + AWAY_MS;
        for (let count = 0; Date.now() < until; count += 1) {
          if (count < 20) await attacked.write(`Pedal ${count}`);
          await delay(Math.min(1_000, Math.max(0, until - Date.now())));
        }
        await server.back();
        const backMs = await attacked.found('Brakes', 20_000);
        const started = performance.now();
        await attacked.allIndexed(60_000);
        const indexedMs = performance.now() - started + backMs;
        process.stdout.write(
          `${name}, away for ${AWAY_MS / 1_000} s: found ${backMs.toFixed(0)} ms and all indexed ${indexedMs.toFixed(0)} ms after its return\n`,
        );
        expect(backMs).toBeLessThan(2_000);
      },
    );

    test('is away, a start serves, is not ready and says why, and is ready once it is back', async () => {
      await server.leave();
      const other = await Target.start(environmentOf(server));
      try {
        const ready = await fetch(`${other.url}/health/ready`);
        expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('vector index')]);
        expect((await fetch(`${other.url}/health/live`)).status).toBe(200);
        await server.back();
        await expect
          .poll(() => fetch(`${other.url}/health/ready`).then(({ status }) => status), {
            timeout: 30_000,
            interval: 1_000,
          })
          .toBe(200);
      } finally {
        await other.stop();
      }
    });
  });
}
