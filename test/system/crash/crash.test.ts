import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { install } from '../support/installation.ts';
import { Client, createSite } from './client.ts';
import { Ledger } from './ledger.ts';
import { expectBooksToHold, expectIndexToAgree, indexFolder } from './reconcile.ts';
import { ADMIN_KEY, Victim } from './victim.ts';

/** Kills; `npm run test:crash` asks for more. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 2);
/** Changes answered before a kill, and how long after the last of them it comes. */
const CHANGES = { least: 10, most: 100 };
const MAX_PAUSE_MS = 30;
const TEST_TIMEOUT_MS = 60_000 + ROUNDS * 60_000;

let victim: Victim;
let ledger: Ledger;
let client: Client;
let siteId: string;

beforeAll(async () => {
  victim = new Victim(await mkdtemp(join(tmpdir(), 'lectern-crash-')));
  await install(victim.dataDir);
  await victim.start();
  ledger = new Ledger();
  const site = await createSite(victim.url, ADMIN_KEY);
  siteId = site.id;
  client = new Client(() => victim.url, site.key, ledger);
});

afterAll(async () => {
  await victim.stop();
  await rm(victim.dataDir, { recursive: true, force: true });
});

test(
  `killed ${ROUNDS} times while it is written to, the service keeps what it accepted, once, and nothing it deleted`,
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const ended = new AbortController();
      const writing = client.write(ended.signal);
      const changes = CHANGES.least + Math.floor(Math.random() * (CHANGES.most - CHANGES.least));
      await Promise.race([client.answered(changes), writing]);
      await delay(Math.random() * MAX_PAUSE_MS);
      await victim.kill({ databaseToo: round % 2 === 0 });
      ended.abort();
      await writing;
      await victim.start();
      await client.settle();
    }
    expect(ledger.present.length).toBeGreaterThan(0);
    await expectBooksToHold(client, ledger);
    await victim.stop();
    await expectIndexToAgree(victim.dataDir, siteId);
  },
);

test('a deleted vector index is built again from the database', { timeout: TEST_TIMEOUT_MS }, async () => {
  await victim.kill({ databaseToo: false });
  await rm(join(victim.dataDir, 'vectors'), { recursive: true });
  await victim.start();
  await expectBooksToHold(client, ledger);
});

test('a damaged vector index is built again from the database', { timeout: TEST_TIMEOUT_MS }, async () => {
  await victim.kill({ databaseToo: false });
  await spoil(join(indexFolder(victim.dataDir), 'chunks'));
  await victim.start();
  await expectBooksToHold(client, ledger);
  await victim.stop();
  await expectIndexToAgree(victim.dataDir, siteId);
});

async function spoil(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    await truncate(path, 10);
    await writeFile(path, 'spoilt');
  }
}
