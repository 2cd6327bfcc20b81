import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mirror, listed } from '../../features/content/change-mirror.ts';
import { ALL_CONTENT, startReceiver } from '../../features/webhook/receiver.ts';
import { install } from '../support/installation.ts';
import type { TestService } from '../../support/service.ts';
import { TestSite } from '../../support/site.ts';
import { Client, createKey, createSite, graphql } from './client.ts';
import { expectDraftsToHold, expectPlansToBeDone, expectPreviewToFindDrafts, scheduledNow } from './draft-checks.ts';
import { expectEventsOf, expectHistoryToReplay, expectSearchToEqualPublished, itemNow } from './editorial-checks.ts';
import { Editors } from './editors.ts';
import { Ledger } from './ledger.ts';
import { whenIndexed } from './reconcile.ts';
import { ADMIN_KEY, Victim } from './victim.ts';

/** Kills; `npm run test:crash` asks for more, after 400 edits each. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1);
const EDITS = ROUNDS > 1 ? 400 : 100;
/** Items of each round that are published at a time, which is about that of the kill. */
const PLANNED = 12;
const FAST = { timeout: 20_000, interval: 5 };
const TEST_TIMEOUT_MS = 120_000 + ROUNDS * 60_000;

let victim: Victim;
/** At another port after each start. */
const running = {
  get url() {
    return victim.url;
  },
} as TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-editorial-'));
  victim = new Victim(dataDir, { OUTBOUND_ALLOW_HOSTS: 'localhost' });
  await install(victim.dataDir);
  await victim.start();
  receiver = await startReceiver();
});

afterAll(async () => {
  await victim.stop();
  await receiver.close();
  await rm(victim.dataDir, { recursive: true, force: true });
});

test(
  `eight editors, ${ROUNDS} kills: history replays, drafts and schedules hold, feeds mirror, webhooks arrive in order, search finds what is published`,
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const site = await createSite(victim.url, ADMIN_KEY);
    await graphql(
      victim.url,
      { 'x-svc-admin-key': ADMIN_KEY },
      'mutation ($id: ID!) { updateSite(id: $id, input: { keptRevisions: 1000 }) { id } }',
      { id: site.id },
    );
    const keys = [site.key, await createKey(victim.url, ADMIN_KEY, site.id, ['read'])];
    const [client, visitor] = keys.map((key) => new Client(() => victim.url, key, new Ledger())) as [Client, Client];
    const readers = keys.map((key) => new TestSite(running, site.id, key));
    const mirrors = readers.map((reader) => new Mirror(reader, { limit: 50 }));
    const unverified = await subscribe(site.key);
    const editors = new Editors(client);

    for (let round = 1; round <= ROUNDS; round++) {
      const writing = editors.write();
      const following = mirrors.map((mirror) => mirror.read().catch(() => []));
      const [[first]] = await Promise.all([editors.plan(PLANNED), editors.answered(EDITS * 0.9)]);
      // The others are due in the same moments: their jobs are killed, or are due while nothing runs.
      await expect.poll(async () => (await itemNow(client, first!))?.status, FAST).toBe('published');
      await victim.kill({ databaseToo: round % 2 === 0 });
      await Promise.all([writing, ...following]);
      await victim.start();
    }
    editors.errors.length = 0;
    await editors.write(EDITS);
    expect(editors.errors).toEqual([]);

    await expect.poll(() => scheduledNow(client), { timeout: 20_000 }).toEqual([]);
    await expectPlansToBeDone(client, editors);
    await expectHistoryToReplay(client, editors);
    await expectDraftsToHold(client, editors);
    for (const [index, mirror] of mirrors.entries()) {
      const items = await listed(readers[index]!);
      await expect.poll(async () => (await mirror.read(), mirror.items), { timeout: 20_000 }).toEqual(items);
    }
    await whenIndexed(client);
    await expectSearchToEqualPublished(client, visitor, editors);
    await agrees(() => expectPreviewToFindDrafts(client, editors), 30_000);
    await agrees(() => expectEventsOf(client, editors, receiver.received), 90_000);
    expect(unverified).toEqual([]);
  },
);

/** Waits for what follows the writes: no list says when it is complete. */
async function agrees(check: () => Promise<void>, timeout: number): Promise<void> {
  await expect.poll(() => check().then(() => 'all', String), { timeout, interval: 500 }).toBe('all');
}

/**
 * An endpoint that fails now and then, at most once for each event: the second attempt comes after seconds, the third one
 * after half a minute. Gives the signatures that the library of Standard Webhooks rejects.
 */
async function subscribe(key: string): Promise<string[]> {
  const create = { url: receiver.url, events: ALL_CONTENT };
  const { createWebhookEndpoint } = await graphql<{ createWebhookEndpoint: { secret: string } }>(
    victim.url,
    { 'x-svc-api-key': key },
    'mutation ($create: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $create) { secret } }',
    { create },
  );
  const webhook = new Webhook(createWebhookEndpoint.secret);
  const unverified: string[] = [];
  const failed = new Set<string | undefined>();
  receiver.answer = (response, { headers, body }) => {
    try {
      webhook.verify(body, headers);
    } catch (error) {
      unverified.push(String(error));
    }
    const id = headers['webhook-id'];
    const fails = !failed.has(id) && Math.random() < 0.02;
    if (fails) failed.add(id);
    response.writeHead(fails ? 500 : 204).end();
  };
  return unverified;
}
