import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultService, startFaultService } from './fault-service.ts';
import { expectNone, expectServing, expectWorkDone, violationsOf } from './play.ts';
import type { TestSite } from '../support/site.ts';
import { type Surface, createSurfaces } from './surfaces.ts';
import { FAULT_KINDS, type FaultKind, PORT_METHODS, Switchboard } from './switchboard.ts';

/** `npm run test:faults` plays the whole table, `npm test` a part of it. */
const FULL = process.env['FAULTS'] === 'full';
const KINDS: readonly FaultKind[] = FULL ? FAULT_KINDS : ['before', 'wrong'];
const MAX_SURFACES = FULL ? Infinity : 2;
/** Above the deadline of a request. */
const ANSWER_LIMIT_MS = 45_000;

let running: FaultService;
let switchboard: Switchboard;
let site: TestSite;
/** Which surfaces call a method, by themselves or by the work that they leave behind. */
const callers = new Map<string, Surface[]>();

beforeAll(async () => {
  running = await startFaultService();
  const created = await createSurfaces(running);
  site = created.site;
  switchboard = new Switchboard(running.app.ports);
  for (const surface of created.surfaces) {
    switchboard.heard.clear();
    await expectServing([surface]);
    await expectWorkDone(site);
    for (const method of switchboard.heard) callers.set(method, [...(callers.get(method) ?? []), surface]);
  }
});
afterAll(() => running?.stop());

describe.each(PORT_METHODS)('%s', (method) => {
  test.each(KINDS)('fails: %s', { timeout: 300_000 }, async (kind) => {
    const surfaces = (callers.get(method) ?? []).slice(0, MAX_SURFACES);
    // Calls of a hanging method wait until a deadline, so they run concurrently.
    const rounds = kind === 'hang' ? [surfaces] : surfaces.map((surface) => [surface]);
    const violations: string[][] = [];
    for (const round of rounds) {
      switchboard.begin(method, kind);
      violations.push(...(await Promise.all(round.map((surface) => violationsOf(surface, ANSWER_LIMIT_MS)))));
      await struck();
      switchboard.end();
      await expectServing(round);
    }
    await expectWorkDone(site);
    expectNone(violations.flat(), 'answers');
  });
});

/** Work that a call leaves behind meets the fault a moment later. */
async function struck(): Promise<void> {
  for (let waits = 0; waits < 20 && switchboard.strikes === 0; waits += 1) await delay(25);
}

test('every method of every port is reached by some surface', () => {
  const rare = new Set([
    'storage.deleteBelow',
    'limiter.check',
    'queue.settled',
    'storage.delete',
    'index.check',
    'storage.check',
  ]);
  expect(PORT_METHODS.filter((method) => !callers.has(method) && !rare.has(method))).toEqual([]);
});

test('nothing was left half-written: every file that is listed has its bytes', async () => {
  const query = '{ assets(page: { limit: 100 }) { items { key status } } }';
  const { data } = await site.graphql<{ assets: { items: { key: string; status: string }[] } }>(query);
  const live = (data?.assets.items ?? []).filter(({ status }) => status === 'live');
  expect(live.length).toBeGreaterThan(0);
  const sizes = await Promise.all(live.map(({ key }) => running.app.ports.storage.stat(key)));
  expect(live.filter((_, at) => sizes[at] === null)).toEqual([]);
});
