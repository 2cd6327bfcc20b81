import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { FileStorage } from '../../src/ports/file-storage.ts';
import { use } from '../support/use.ts';

/** `before`: nothing has been read of the content; `during`: some of it; `after`: all of it. */
export type Moment = 'before' | 'during' | 'after';

export interface BreakableStorage {
  storage: FileStorage;
  /** Makes writes fail before, while or after they read their content; answers what makes them work again. */
  breakWrites(when: Moment): Promise<() => Promise<void>>;
  /** Names of what is kept of writes that have not ended. */
  unfinished(): Promise<string[]>;
  stop(): Promise<void>;
}

/** What every file storage promises of writes that fail: nothing is left behind, and no stream without an owner. */
export function describeFailingWrites(name: string, start: () => Promise<BreakableStorage>): void {
  describe(`${name}, when writes fail`, () => {
    const under = use(start);
    const storage = use(async () => under.storage);

    let counter = 0;
    const fresh = () => `site/folder/${++counter}-file.txt`;
    const write = (key: string, content: Readable) => storage.write(key, content, { contentType: 'text/plain' });
    const textOf = async (key: string) => text((await storage.read(key)) as Readable);

    test.each(['before', 'during', 'after'] as const)('%s the content is read: as if it had not been', async (when) => {
      const key = fresh();
      await write(key, Readable.from(['former']));
      const repair = await under.breakWrites(when);
      const content = megabytes(20);
      await expect(write(key, content)).rejects.toThrow();
      await repair();
      expectEnded(content);
      expect(await textOf(key)).toBe('former');
      expect(await under.unfinished()).toEqual([]);
      await write(key, Readable.from(['latter']));
      expect(await textOf(key)).toBe('latter');
    });

    test.each([
      ['before', 0],
      ['while', 10],
    ])('because the content fails %s it is read: nothing is left', async (_when, after) => {
      const key = fresh();
      const content = megabytes(20, after);
      if (after === 0) content.destroy(new Error('broken off'));
      await expect(write(key, content)).rejects.toThrow();
      expectEnded(content);
      expect(await storage.stat(key)).toBeNull();
      expect(await under.unfinished()).toEqual([]);
    });

    test('because nothing can be stored under the key: the content is ended, and may fail again', async () => {
      const content = megabytes(1);
      await expect(write('../up', content)).rejects.toThrow(TypeError);
      expectEnded(content);
      content.emit('error', new Error('late'));
    });

    test('what is read and then not wanted may fail without harm', async () => {
      const key = fresh();
      await write(key, Readable.from(['x']));
      const content = (await storage.read(key)) as Readable;
      const closed = new Promise((resolve) => content.once('close', resolve));
      content.destroy(new Error('connection refused'));
      await closed;
    });
  });
}

function expectEnded(content: Readable): void {
  expect([content.destroyed, content.listenerCount('error') > 0]).toEqual([true, true]);
}

/** So many MB in pieces; it breaks off after some of them. */
function megabytes(count: number, breakAfter = Infinity): Readable {
  let given = 0;
  return new Readable({
    read() {
      if (given >= breakAfter) this.destroy(new Error('broken off'));
      else this.push(given++ < count ? Buffer.alloc(1024 * 1024) : null);
    },
  });
}
