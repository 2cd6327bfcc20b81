import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { createProcessExtractor } from '../../../src/adapters/extractor/process-extractor.ts';
import type { Extractor } from '../../../src/ports/extractor.ts';
import { extractorContract } from '../../ports/extractor.contract.ts';

extractorContract('an extractor in processes of its own', () => createProcessExtractor({ languages: ['eng'] }));

describe('its processes', () => {
  let extractor: Extractor | undefined;
  afterEach(async () => {
    await extractor?.close();
    await expect.poll(children).toEqual([]);
  });

  test('files of one owner share a process, files of another never do', async () => {
    extractor = createProcessExtractor({ languages: ['eng'] });
    const reading = extractor;
    const read = async (owner: string): Promise<string[]> => {
      await reading.extract(once(Buffer.from('Text.')), { format: 'txt', owner });
      return children();
    };
    const first = await read('one');
    expect(await read('one')).toEqual(first);
    const other = await read('other');
    expect(other.filter((pid) => !first.includes(pid))).toHaveLength(1);
    // The first owner's is on its way out.
    await expect.poll(() => children().filter((pid) => first.includes(pid))).toEqual([]);
  });

  test('the process has no environment of ours and a limit of memory', async () => {
    process.env['EXTRACTOR_SECRET'] = 'visible';
    extractor = createProcessExtractor({ languages: ['eng'] });
    await extractor.extract(once(Buffer.from('Text.')), { format: 'txt', owner: 'site' });
    const [pid] = children();
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('EXTRACTOR_SECRET');
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max data size\s+1536000000/);
    delete process.env['EXTRACTOR_SECRET'];
  });

  test('a file that never ends is given up, and its process killed', async () => {
    extractor = createProcessExtractor({ languages: ['eng'], limits: { stallMs: 1_000, totalMs: 1_000 } });
    const deep = Buffer.alloc(8_000_000, '> ');
    const halting = async function* (): AsyncGenerator<Buffer> {
      yield deep;
      await new Promise(() => {});
    };
    const outcome = await extractor.extract(halting(), { format: 'md', owner: 'site' });
    expect(outcome).toEqual({ refusal: { code: 'TOO_SLOW', message: 'Reading the file took too long' } });
    expect(children()).toEqual([]);
  });

  test('after closing no process is left', async () => {
    extractor = createProcessExtractor({ languages: ['eng'] });
    await extractor.extract(once(Buffer.from('Text.')), { format: 'txt', owner: 'site' });
    await extractor.close();
    await expect.poll(children).toEqual([]);
  });
});

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Extraction processes that this one has started. */
function children(): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      try {
        const isOurs = new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('extraction-process');
      } catch {
        return false;
      }
    });
}
