import { readFileSync, readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcessExtractor } from '../../../src/adapters/extractor/process-extractor.ts';
import { REFUSAL_CODES } from '../../../src/ports/extractor.ts';
import { hostileFiles } from './hostile.ts';

/** `npm run test:documents` gives each file the time that the service gives; otherwise it is cut short. */
const ALL = process.env['DOCUMENTS'] === 'all';
/** The many of one kind that take long stand here, all but one. */
const LONG =
  /a hundred (parts|names)|300 MB of blanks|one text of 100 MB|150 MB of|fifteen million|mapped a million|(elements|operators) .*deep|docx: text beyond|pdf: text beyond|ten times, ten deep|zeros after a header|by 50,000|attribute of 40 MB|rules only/;
const chosen = hostileFiles().filter(({ name }) => ALL || !LONG.test(name) || name === 'docx: elements a million deep');
const LIMITS = ALL ? { stallMs: 60_000, totalMs: 180_000 } : { stallMs: 5_000, totalMs: 10_000 };
const PIECE = 1024 * 1024;

const extractor = createProcessExtractor({ languages: ['eng'], folder: tmpdir(), limits: LIMITS });
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

test('there are at least 60 of them', () => expect(hostileFiles().length).toBeGreaterThanOrEqual(60));

test.each(chosen)('$name: is refused with code and text', async ({ name, format, bytes, mayBeRead }) => {
  const file = bytes();
  const before = process.memoryUsage.rss();
  const begun = performance.now();
  delay.reset();
  delay.enable();
  const outcome = await extractor.extract(pieces(file), { format, owner: 'site' });
  delay.disable();
  const took = performance.now() - begun;
  const grown = (process.memoryUsage.rss() - before) / PIECE;
  const code = 'refusal' in outcome ? outcome.refusal.code : 'read';
  told.push(
    `| ${name} | ${code} | ${(took / 1000).toFixed(1)} s | ${grown.toFixed(0)} MB | ${(delay.max / 1e6).toFixed(0)} ms |`,
  );
  if ('refusal' in outcome) {
    expect(REFUSAL_CODES).toContain(outcome.refusal.code);
    expect(outcome.refusal.message).toMatch(/^[A-Z].{10,}/);
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
