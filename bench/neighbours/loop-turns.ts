/** Loaded into the measured service: notes how much processor time the turns of its event loop take. */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Shorter turns do not delay anybody. */
const NOTED_MS = 8;
const WRITE_EVERY_MS = 250;

const file = process.env['LOOP_TURNS_FILE'];
if (file !== undefined && isMainThread && process.argv[1]?.includes('main')) {
  let before = process.threadCpuUsage();
  let turns: number[] = [];
  const note = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    const ms = (user + system) / 1_000;
    if (ms > NOTED_MS) turns.push(ms);
  };
  setInterval(note, 1).unref();
  setInterval(() => {
    if (turns.length > 0) appendFileSync(file, `${turns.map((ms) => ms.toFixed(1)).join('\n')}\n`);
    turns = [];
  }, WRITE_EVERY_MS).unref();
}
