import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultService, startFaultService } from './fault-service.ts';
import { expectNone, expectServing, expectWorkDone, violationsOf } from './play.ts';
import type { TestSite } from '../../support/site.ts';
import { expectVideosWhole } from './stored-videos.ts';
import { type Surface, createSurfaces } from './surfaces.ts';
import { FAULT_KINDS, type FaultKind, PORT_METHODS, Switchboard, isOfVideos } from './switchboard.ts';
import { hasProgram, needs } from '../../support/needs.ts';

/** `npm run test:faults` plays the whole table, `npm run test:system` a part of it. */
const FULL = process.env['FAULTS'] === 'full';
const KINDS: readonly FaultKind[] = FULL ? FAULT_KINDS : ['before', 'wrong'];
const MAX_SURFACES = FULL ? Infinity : 2;
/** A video takes seconds. */
const VIDEO_KINDS: readonly FaultKind[] = FULL ? FAULT_KINDS : ['wrong'];
const MAX_VIDEO_SURFACES = FULL ? Infinity : 1;
/** Above the deadline of a request. */
const ANSWER_LIMIT_MS = 45_000;
/** How long work may take to meet a fault. */
const STRIKE_MS = 500;
const VIDEO_STRIKE_MS = 30_000;

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
  for (const surface of [...created.surfaces, ...created.videos]) {
    switchboard.heard.clear();
    await expectServing([surface]);
    await expectWorkDone(site);
    for (const method of switchboard.heard) callers.set(method, [...(callers.get(method) ?? []), surface]);
  }
});
afterAll(() => running?.stop());

describe.each(PORT_METHODS)('%s', (method) => {
  const isVideo = isOfVideos(method);
  const kinds = isVideo ? VIDEO_KINDS : KINDS;
  const options = { ...(isVideo ? needs('ffmpeg') : {}), timeout: 300_000 };
  test.each(kinds)('fails: %s', options, async (kind) => {
    const surfaces = (callers.get(method) ?? []).slice(0, isVideo ? MAX_VIDEO_SURFACES : MAX_SURFACES);
    // Calls of a hanging method wait until a deadline, so they run concurrently.
    const rounds = kind === 'hang' ? [surfaces] : surfaces.map((surface) => [surface]);
    const violations: string[][] = [];
    for (const round of rounds) {
      switchboard.begin(method, kind);
      violations.push(...(await Promise.all(round.map((surface) => violationsOf(surface, ANSWER_LIMIT_MS)))));
      await struck(isVideo ? VIDEO_STRIKE_MS : STRIKE_MS);
      if (isVideo) expect(switchboard.strikes).toBeGreaterThan(0);
      switchboard.end();
      // The work of the video that met the fault shows as much, in half the time.
      if (FULL || !isVideo) await expectServing(round);
    }
    await expectWorkDone(site);
    if (isVideo) await expectVideosWhole(site);
    expectNone(violations.flat(), 'answers');
  });
});

/** Work that a call leaves behind meets the fault a moment later. */
async function struck(limitMs: number): Promise<void> {
  const until = Date.now() + limitMs;
  while (switchboard.strikes === 0 && Date.now() < until) await delay(25);
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
  const playable = PORT_METHODS.filter((method) => hasProgram('ffmpeg') || !isOfVideos(method));
  expect(playable.filter((method) => !callers.has(method) && !rare.has(method))).toEqual([]);
});

test('nothing was left half-written: every file that is listed has its bytes', async () => {
  const query = '{ assets(page: { limit: 100 }) { items { key status } } }';
  const { data } = await site.graphql<{ assets: { items: { key: string; status: string }[] } }>(query);
  const live = (data?.assets.items ?? []).filter(({ status }) => status === 'live');
  expect(live.length).toBeGreaterThan(0);
  const sizes = await Promise.all(live.map(({ key }) => running.app.ports.storage.stat(key)));
  expect(live.filter((_, at) => sizes[at] === null)).toEqual([]);
});

test('of every video the same is stored as without a fault', needs('ffmpeg'), () => expectVideosWhole(site));
