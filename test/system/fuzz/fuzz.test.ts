import { readFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Description } from '../../rest/support/conformance.ts';
import { Attack } from './attack.ts';
import { fileRequests } from './file-requests.ts';
import { graphqlForms } from './graphql-forms.ts';
import { graphqlRequests } from './graphql-requests.ts';
import { createOracle } from './oracles.ts';
import { Pool } from './pool.ts';
import { type Window, printHead, printTally, printWindow } from './report.ts';
import { type OpenApi, restRequests } from './rest-requests.ts';
import { SteadyCaller, p95 } from '../support/steady-caller.ts';
import { type World, createWorld } from './world.ts';

/** How long; `npm run fuzz` asks for an hour. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 2);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
const CALLERS = Number(process.env['FUZZ_CALLERS'] ?? availableParallelism());
/** Times are judged only in a run that is long enough to tell load from chance. */
const IS_LONG = SECONDS >= 60;
const IDLE_SECONDS = IS_LONG ? 10 : 0.25;
const IDLE_WINDOWS = 3;
const WINDOW_SECONDS = IS_LONG ? Math.max(20, SECONDS / 30) : SECONDS;
const MAX_RATIO = 3;
/** Of the process that serves, the one that stands by, and those that read files and images, beside what is stored. */
const MAX_MEMORY_BYTES = 850_000_000;
/**
 * Memory that a byte of the vector index may take: its file is mapped, and the vectors and words of the sites in use are
 * held (2.5 measured with chunks of 100 words). An hour stores the more of them the faster the machine is.
 */
const MEMORY_PER_INDEX_BYTE = 3;

const schemaFile = (name: string) => readFileSync(new URL(`../../../schema/${name}`, import.meta.url), 'utf8');

let world: World;
let steady: SteadyCaller;

beforeAll(async () => {
  world = await createWorld();
  steady = new SteadyCaller({ url: world.target.url, key: world.steady.key, from: '127.0.0.3', pauseMs: 50 });
});
afterAll(async () => {
  await steady.stop();
  await world.target.stop();
});

test(
  `${SECONDS} s of random requests: no crash, no 5xx, nothing undocumented, nothing restricted, others served`,
  { timeout: (SECONDS + 240) * 1_000 },
  async () => {
    const openapi = JSON.parse(schemaFile('openapi.json')) as OpenApi & Description;
    const requests = fc.oneof(
      { weight: 5, arbitrary: restRequests(openapi) },
      { weight: 3, arbitrary: graphqlRequests(buildSchema(schemaFile('schema.graphql'))) },
      { weight: 1, arbitrary: fileRequests },
      { weight: 1, arbitrary: graphqlForms },
    );
    const attack = new Attack(world, new Pool(world.withheld), createOracle(openapi), requests);
    print(`FUZZ_SEED=${SEED}, ${CALLERS} callers, ${SECONDS} s`);
    const processes = await world.target.processIds();
    const idle = await idleP95();

    // What the generator computes is not the service's load: the service goes first where they share processors. In the
    // short form the process goes on with other test files.
    if (IS_LONG) setPriority(19);
    const ended = new AbortController();
    const callers = Array.from({ length: CALLERS }, (_, index) => attack.run(SEED + index * 1_000_000, ended.signal));
    print(printHead(idle));
    const windows = await watch(idle, attack);
    ended.abort();
    await Promise.all(callers);

    print(printTally(attack.tally));
    expect(await world.target.processIds(), world.target.service.output().slice(-5_000)).toEqual(processes);
    expect([...attack.tally.findings.keys()]).toEqual([]);
    expect(
      windows.reduce((sum, { failed }) => sum + failed, 0),
      'failed calls of the well-behaved caller',
    ).toBe(0);
    for (const { megabytes, indexMegabytes } of windows) {
      expect(megabytes).toBeLessThan(MAX_MEMORY_BYTES / 1e6 + MEMORY_PER_INDEX_BYTE * indexMegabytes);
    }
    if (IS_LONG) expect(Math.max(...windows.map(({ ratio }) => ratio))).toBeLessThanOrEqual(MAX_RATIO);
  },
);

/** The smallest of some windows: other load on the machine meanwhile would allow as much throughout. */
async function idleP95(): Promise<number> {
  await delay(IDLE_SECONDS * 500);
  const windows: number[] = [];
  for (let window = 0; window < IDLE_WINDOWS; window += 1) {
    steady.take();
    await delay(IDLE_SECONDS * 1_000);
    windows.push(p95(steady.take()));
  }
  return Math.min(...windows);
}

/** At once: an hour is long to wait for what its first minute has found. */
function print(lines: string): void {
  process.stdout.write(`${lines}\n`);
}

/** What the well-behaved caller meets, window by window, and the most memory that the service takes meanwhile. */
async function watch(idle: number, { tally }: Attack): Promise<Window[]> {
  const windows: Window[] = [];
  const started = Date.now();
  const elapsed = () => (Date.now() - started) / 1_000;
  while (elapsed() < SECONDS && !world.target.hasEnded) {
    const until = Math.min(SECONDS, elapsed() + WINDOW_SECONDS);
    let memory = 0;
    while (elapsed() < until) {
      await delay(1_000);
      memory = Math.max(memory, await world.target.memory());
    }
    const samples = steady.take();
    const failed = samples.filter(({ status }) => status !== 200).length;
    const ms = p95(samples);
    const window: Window = {
      second: Math.round(elapsed()),
      calls: samples.length,
      failed,
      p95: ms,
      ratio: ms / idle,
      megabytes: memory / 1e6,
      indexMegabytes: (await world.target.indexBytes()) / 1e6,
    };
    windows.push(window);
    print([printWindow(window), ...[...tally.findings.keys()].map((rule) => `✗ ${rule}`)].join('\n'));
  }
  return windows;
}
