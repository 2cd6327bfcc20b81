import { readFileSync, readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProcessExtractor } from '../../../../src/adapters/extractor/process-extractor.ts';
import { FAILURE_CODES } from '../../../../src/ports/extractor.ts';
import { hostileFiles } from './hostile.ts';

/** `DOCUMENTS=all` reads all of them, and gives each the time that the service gives. */
const ALL = process.env['DOCUMENTS'] === 'all';
/** Otherwise one of each kind of attack: a file costs a process, and some take that until it is killed. */
const CHOSEN = [
  'pdf: a password',
  'pdf: a page tree that is its own child',
  'pdf: more pages than are read',
  'pdf: a blank page',
  'pdf: 300 MB packed twice',
  'pdf: arrays a million deep',
  'pdf: a form that draws itself',
  'pdf: a page of a thousand million points',
  'docx: cut in the middle',
  'docx: a part of 300 MB',
  'docx: a billion laughs',
  'docx: a file of the machine as entity',
  'docx: names that lead out of it',
  'docx: an encrypted part',
  'doc: chains of sectors that lead back',
  'txt: nothing at all',
  'txt: a program',
  'txt: text beyond what is kept',
  'txt: a file beyond the largest upload',
  'md: quotations a million deep',
  'html: a script and nothing else',
  'html: a comment that never ends',
];
const chosen = hostileFiles().filter(({ name }) => ALL || CHOSEN.includes(name));
const LIMITS = ALL ? { stallMs: 60_000, totalMs: 180_000 } : { stallMs: 3_000, totalMs: 10_000 };
const PIECE = 1024 * 1024;

const extractor = new ProcessExtractor({ languages: ['eng'], folder: tmpdir(), limits: LIMITS });
const delay = monitorEventLoopDelay({ resolution: 5 });
const told: string[] = [];
let largest = 0;
let watch: NodeJS.Timeout;

beforeAll(() => {
  watch = setInterval(() => {
    largest = Math.max(largest, ...childrenMemory());
  }, 100);
});
afterAll(async () => {
  clearInterval(watch);
  await extractor.close();
  if (ALL) process.stdout.write(`\n${told.join('\n')}\nlargest process: ${Math.round(largest / 1024)} MB\n`);
});

test('there are at least 60 of them, and those chosen are among them', () => {
  const names = hostileFiles().map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(names).toEqual(expect.arrayContaining(CHOSEN));
});

test.each(chosen)('$name: is rejected with code and text', async ({ name, format, bytes, mayBeRead }) => {
  const file = bytes();
  const before = process.memoryUsage.rss();
  const begun = performance.now();
  delay.reset();
  delay.enable();
  const outcome = await extractor.extract(pieces(file), { format, owner: 'site' });
  delay.disable();
  const took = performance.now() - begun;
  const grown = (process.memoryUsage.rss() - before) / PIECE;
  const code = 'failure' in outcome ? outcome.failure.code : 'read';
  told.push(
    `| ${name} | ${code} | ${(took / 1000).toFixed(1)} s | ${grown.toFixed(0)} MB | ${(delay.max / 1e6).toFixed(0)} ms |`,
  );
  if ('failure' in outcome) {
    expect(FAILURE_CODES).toContain(outcome.failure.code);
    expect(outcome.failure.message).toMatch(/^[A-Z].{10,}/);
  } else if (!mayBeRead) throw new Error(`It was read: ${JSON.stringify(outcome).slice(0, 300)}`);
  // A little over what was asked for, as killing takes a moment on a busy machine.
  expect(took).toBeLessThan(LIMITS.totalMs + 10_000);
  expect(grown).toBeLessThan(250);
});

test('no process had more memory than is allowed', () => {
  expect(largest).toBeLessThan(1_700_000);
});

test('a good file after all of them is read', async () => {
  const outcome = await extractor.extract(pieces(Buffer.from('Still here.')), { format: 'txt', owner: 'site' });
  expect(outcome).toMatchObject({ blocks: [{ text: 'Still here.' }] });
});

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** Kilobytes that the processes started from here hold. */
function childrenMemory(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid) return 0;
        return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      } catch {
        return 0;
      }
    });
}
