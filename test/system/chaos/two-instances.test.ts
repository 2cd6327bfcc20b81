import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, createSite } from '../crash/client.ts';
import { Ledger } from '../crash/ledger.ts';
import { expectBooksToHold } from '../crash/reconcile.ts';
import { type SharedParts, startSharedParts } from '../../support/instances.ts';
import { PRODUCTION_ADMIN_KEY, ProductionProcess, productionGround } from '../support/production.ts';
import { BROKEN_OFF } from '../../support/round-robin.ts';
import { Instances } from './instances.ts';

/** How long; `npm run test:chaos` asks for five minutes, with longer pauses between the kills. */
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 4);
const PAUSE_MS =
  process.env['CHAOS_SECONDS'] === undefined ? { least: 500, most: 2_000 } : { least: 1_000, most: 5_000 };
const READERS = 4;
const TEST_TIMEOUT_MS = 120_000 + SECONDS * 3_000;

let ground: Awaited<ReturnType<typeof productionGround>>;
let shared: SharedParts;
let instances: Instances;

beforeAll(async () => {
  [ground, shared] = await Promise.all([productionGround(), startSharedParts()]);
  instances = new Instances(shared.balancer, {
    ...ground.environment,
    ...shared.environment,
    // The double of Cloud Tasks is an emulator, which production rejects.
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    RATE_LIMIT_ENTERPRISE_PER_MINUTE: '1000000',
  });
  await Promise.all([instances.start(0), instances.start(1)]);
});
afterAll(async () => {
  await instances.stop();
  await ProductionProcess.killAll();
  await shared.stop();
  await ground.remove();
});

test(
  `of two instances one is killed at random for ${SECONDS} s: nothing accepted is lost or doubled, and the other never fails`,
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const ledger = new Ledger();
    const failures: string[] = [];
    const texts: Promise<void>[] = [];
    const tally = { answered: 0, brokenOff: 0 };
    const observe = (answer: Response): void => {
      tally.answered += 1;
      if (answer.status < 500) return;
      const broken = answer.headers.get(BROKEN_OFF);
      if (broken !== null && instances.hasJustBeenKilled(Number(broken))) tally.brokenOff += 1;
      else {
        const place = `${answer.status} from ${new URL(answer.url).pathname}, ${broken ? `broken off by ${broken}` : 'answered'}`;
        texts.push(
          answer
            .clone()
            .text()
            .then((text) => void failures.push(`${place}: ${text.slice(0, 300)}`)),
        );
      }
    };
    const site = await createSite(shared.balancer.url, PRODUCTION_ADMIN_KEY);
    const client = new Client(() => shared.balancer.url, site.key, ledger, observe);

    const ended = new AbortController();
    const load = [client.write(ended.signal), ...Array.from({ length: READERS }, () => read(client, ended.signal))];
    const kills = await instances.disturb(SECONDS, PAUSE_MS);
    ended.abort();
    await Promise.all(load);
    await client.settle();
    await Promise.all(texts);

    expect(failures).toEqual([]);
    expect(kills).toBeGreaterThan(0);
    expect(ledger.present.length).toBeGreaterThan(0);
    await expectBooksToHold(client, ledger);
    await expectJobsDone(site.id);
    process.stdout.write(
      `${kills} kills, ${tally.answered} answers, ${tally.brokenOff} broken off with their instance, ` +
        `${ledger.entries.length} things written\n`,
    );
  },
);

/** Reads and searches, without knowing what exists. */
async function read(client: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await client.call('POST', '/rag/search', { query: 'at version', maxResults: 5 });
    await client.call('GET', '/knowledge/documents?limit=20');
  }
}

/** Every job has ended, none has failed, and the chunks of each source are those of its one current generation. */
async function expectJobsDone(siteId: string): Promise<void> {
  const { host, port, user, name } = ground.database;
  const owner = new pg.Client({ host, port, user, database: name, ssl: false });
  await owner.connect();
  try {
    for (;;) {
      const { rows } = await owner.query<{ status: string }>(
        'select distinct status from job where site_id = $1 and run_at < now()',
        [siteId],
      );
      const states = rows.map(({ status }) => status);
      expect(states).not.toContain('failed');
      if (states.every((status) => status === 'completed')) break;
      await delay(100);
    }
    const { rows } = await owner.query(
      `select s.id from knowledge_source s left join chunk c on c.source_id = s.id
       where s.site_id = $1 group by s.id
       having s.generation <> s.revision or count(c.id) <> s.chunks or bool_or(c.generation <> s.generation)
         or count(distinct c.position) <> count(c.id)`,
      [siteId],
    );
    expect(rows).toEqual([]);
  } finally {
    await owner.end();
  }
}
