import { readFileSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ToolRun, runTool } from '../../../../src/adapters/media-tools/run-tool.ts';
import { useFolder } from '../../support/make-video.ts';

const folder = useFolder();

/** Runs a script as if it were ffmpeg. */
const run = (script: string, options: Partial<ToolRun> = {}) =>
  runTool({
    program: '/bin/sh',
    args: ['-c', script],
    path: join(folder.path, 'video'),
    cpuSeconds: 10,
    maxOutputBytes: 1_000_000,
    ...options,
  });

/** Processes with this mark among their arguments. */
const running = (mark: string) =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
      } catch {
        return false;
      }
    });

describe('a tool', () => {
  test('gives its output, its errors and how far it came', async () => {
    const times: number[] = [];
    const script = 'echo out; echo bad >&2; printf "out_time_us=500000\\nout_time_us=N/A\\nout_time_us=2000000\\n" >&3';
    const result = await run(script, { onTime: (seconds) => times.push(seconds) });
    expect(result).toEqual({ output: Buffer.from('out\n'), errors: 'bad\n', reached: 2, end: 'done' });
    expect(times).toEqual([0.5, 2]);
    expect(await run('exit 3')).toMatchObject({ end: 'failed', reached: null });
  });

  test('runs in the folder of the file, with nothing of the environment, few files and a low priority', async () => {
    const result = await run('pwd; ulimit -n; ulimit -c; ulimit -f; ulimit -d; ulimit -t; nice; env');
    const [place, ...limits] = result.output.toString().trim().split('\n');
    expect(place).toBe(folder.path);
    expect(limits.slice(0, 5)).toEqual(['32', '0', '0', '1500000', '10']);
    expect(Number(limits[5])).toBeGreaterThanOrEqual(10);
    const names = limits.slice(6).map((line) => line.split('=')[0]);
    expect(names.filter((name) => !['LC_ALL', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? ''))).toEqual([]);
  });

  test('can write nothing into a file', async () => {
    await run('echo secret > written');
    expect((await stat(join(folder.path, 'written')).catch(() => ({ size: 0 }))).size).toBe(0);
  });

  test('is killed with what it has started when it takes too long', async () => {
    const begun = performance.now();
    expect(await run('sleep 98765 & sleep 98765', { cpuSeconds: 0.2 })).toMatchObject({ end: 'out of time' });
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(running('98765')).toEqual([]);
  });

  test('is ended by the kernel when it uses too much of the processor', async () => {
    const begun = performance.now();
    expect(await run('while :; do :; done', { cpuSeconds: 1 })).toMatchObject({ end: 'out of time' });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('is killed when it says too much, or its caller gives up', async () => {
    expect(await run('yes 87654', { maxOutputBytes: 100_000 })).toMatchObject({ end: 'too much output' });
    const reason = new Error('cancelled');
    const caller = new AbortController();
    setTimeout(() => caller.abort(reason), 200);
    await expect(run('sleep 87654 & sleep 87654', { signal: caller.signal })).rejects.toBe(reason);
    expect(running('87654')).toEqual([]);
  });

  test('may say much in lines, which are not collected', async () => {
    let lines = 0;
    const result = await run('yes a line | head -n 200000', { maxOutputBytes: 10_000_000, onLine: () => (lines += 1) });
    expect([lines, result.output.length]).toEqual([200_000, 0]);
  });

  test('that is not there rejects, as it is no error of the file', async () => {
    const missing = await run('', { program: '/nowhere/ffmpeg' });
    expect(missing.end).toBe('failed');
    expect(missing.errors).toContain('No such file');
  });
});
