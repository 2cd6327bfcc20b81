import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProcessExtractor } from '../../../../src/adapters/extractor/process-extractor.ts';
import { extractorContract } from '../../ports/extractor.contract.ts';

extractorContract(
  'an extractor in processes of its own',
  () => new ProcessExtractor({ languages: ['eng'], folder: tmpdir() }),
);

describe('its processes', () => {
  let extractor: ProcessExtractor;
  beforeEach(() => {
    extractor = new ProcessExtractor({
      languages: ['eng'],
      folder: tmpdir(),
      limits: { stallMs: 20_000, totalMs: 20_000 },
    });
  });
  afterEach(() => extractor.close());

  /** Answers the process that is kept after a file was read. */
  async function read(owner: string): Promise<number> {
    await extractor.extract(once(Buffer.from('Text.')), { format: 'txt', owner });
    const [pid] = extractor.processIds();
    if (pid === undefined) throw new Error('No process is kept');
    return pid;
  }

  test('files of one owner share a process, files of another never do', async () => {
    const first = await read('one');
    expect(await read('one')).toBe(first);
    expect(await read('other')).not.toBe(first);
    await expect.poll(() => isAlive(first)).toBe(false);
  });

  test('they have no environment of ours and a limit of memory', async () => {
    process.env['EXTRACTOR_SECRET'] = 'visible';
    const pid = await read('site');
    delete process.env['EXTRACTOR_SECRET'];
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('EXTRACTOR_SECRET');
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max data size\s+1536000000/);
  });

  test('one that gets no further is killed, and the file rejected', async () => {
    await extractor.close();
    extractor = new ProcessExtractor({
      languages: ['eng'],
      folder: tmpdir(),
      limits: { stallMs: 1_000, totalMs: 1_000 },
    });
    let pid = 0;
    const halting = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      [pid = 0] = extractor.processIds();
      await new Promise(() => {});
    };
    const outcome = await extractor.extract(halting(), { format: 'md', owner: 'site' });
    expect(outcome).toEqual({ failure: { code: 'TOO_SLOW', message: 'The text extraction took too long' } });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('after closing none is left', async () => {
    const pid = await read('site');
    await extractor.close();
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
