import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { INDEX_SERVERS, type IndexServer } from '../index-servers.ts';
import { IndexedTarget, type SearchAnswer, isFound } from '../indexed-target.ts';

const REFILL_MS = 60_000;
const FOREIGN = 'Made by somebody else';

interface StoredClass {
  class: string;
  description?: string;
  multiTenancyConfig?: { enabled?: boolean };
  properties?: { name: string }[];
}

for (const { name, open, options } of INDEX_SERVERS) {
  describe(name, options, () => {
    let server: IndexServer;
    let attacked: IndexedTarget;

    beforeAll(async () => {
      server = await open();
      attacked = await IndexedTarget.start(server);
      for (const title of ['Brakes', 'Pedals', 'Wheels']) await attacked.write(title);
      await attacked.allIndexed(REFILL_MS);
    });
    afterAll(async () => {
      await attacked?.target.stop();
      await server?.stop();
    });
    /** Whatever was done, all that was accepted is indexed in the end. */
    afterEach(async () => {
      for (const each of await classes()) if (each.description === FOREIGN) await removeClass(each.class);
      await attacked.allIndexed(REFILL_MS);
    });

    /** Takes the server away for as long as the service needs to notice. */
    async function whileAway(damage: () => Promise<void>): Promise<void> {
      await server.leave();
      while ((await attacked.search('Brakes')).status !== 503) await delay(20);
      await damage();
      await server.back();
    }

    /** Writes and searches without a pause while something is done to the server, and until a search finds again. */
    async function attackWhile(work: () => Promise<void>): Promise<SearchAnswer[]> {
      const answers: SearchAnswer[] = [];
      const over = new AbortController();
      const searching = (async () => {
        while (!over.signal.aborted) answers.push(await attacked.search('Brakes'));
      })();
      const writing = (async () => {
        for (let count = 0; !over.signal.aborted && count < 20; count += 1) {
          await attacked.write(`Written meanwhile ${answers.length} ${count}`);
          await delay(100);
        }
      })();
      try {
        await work();
        await attacked.found('Brakes', REFILL_MS);
      } finally {
        over.abort();
        await Promise.all([searching, writing]);
      }
      return answers;
    }

    async function classes(): Promise<StoredClass[]> {
      const response = await fetch(`${server.url}/v1/schema`);
      return ((await response.json()) as { classes: StoredClass[] }).classes;
    }

    async function removeClass(className: string): Promise<void> {
      await fetch(`${server.url}/v1/schema/${className}`, { method: 'DELETE' });
    }

    /** The service creates a missing class again, so the first one to create it owns it. */
    async function replaceClass(className: string): Promise<void> {
      const body = JSON.stringify({ class: className, description: FOREIGN });
      const headers = { 'content-type': 'application/json' };
      for (;;) {
        await removeClass(className);
        const made = await fetch(`${server.url}/v1/schema`, { method: 'POST', headers, body });
        if (made.ok) return;
      }
    }

    test('that was emptied is filled again by itself, says 503 until then, and has no class that it guessed', async () => {
      let back = 0;
      const answers = await attackWhile(async () => {
        await whileAway(() => server.empty());
        back = performance.now();
      });
      process.stdout.write(
        `${name}, emptied: found again ${(performance.now() - back).toFixed(0)} ms after its return\n`,
      );
      expect(answers.filter((answer) => answer.status !== 503 && !isFound(answer, 'Brakes'))).toEqual([]);
      expect(answers.map(({ status }) => status)).toContain(503);
      expect(await classes()).toEqual([
        expect.objectContaining({
          description: expect.stringMatching(/\[lectern [0-9a-f-]{36}\]$/) as string,
          multiTenancyConfig: expect.objectContaining({ enabled: true }) as object,
        }),
      ]);
    });

    test('in which another client has created the class is not changed, and answers 503 until that class is removed', async () => {
      const [own] = await classes();
      if (!own) throw new Error('There is no class');
      await replaceClass(own.class);
      await expect.poll(() => attacked.ready().then(({ status }) => status), { timeout: 20_000 }).toBe(503);
      expect((await attacked.ready()).text).toMatch(/"vector index":"[^"]*this service did not/);
      const before = await classes();
      await attacked.write('Written beside a foreign class');
      for (let count = 0; count < 20; count += 1) {
        expect((await attacked.search('Brakes')).status).toBe(503);
        await delay(100);
      }
      expect(await classes()).toEqual(before);
      expect(before).toEqual([expect.objectContaining({ class: own.class, description: FOREIGN })]);
    });

    test('that has lost its vectors while its objects are there gets them again, and the log says so', async () => {
      const logged = attacked.target.service.output().length;
      await whileAway(() => server.loseVectors());
      const since = () => attacked.target.service.output().slice(logged);
      await expect.poll(since, { timeout: REFILL_MS }).toContain('does not find vectors');
      const ms = await attacked.found('Brakes', REFILL_MS, 'standard');
      process.stdout.write(`${name}, vectors lost: found by meaning ${ms.toFixed(0)} ms after that was noticed\n`);
      await expect.poll(() => attacked.ready().then(({ text }) => text), { timeout: 20_000 }).not.toContain('down');
    });
  });
}
