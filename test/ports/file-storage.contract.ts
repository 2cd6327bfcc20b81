import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { FileStorage } from '../../src/ports/file-storage.ts';
import { use } from '../support/use.ts';

export interface StorageUnderTest {
  storage: FileStorage;
  /** Redeems a grant as a caller does: PUT with those headers. Answers whether it was taken. */
  put(url: string, headers: Record<string, string>, content: Buffer): Promise<boolean>;
  stop(): Promise<void>;
}

/** What every file storage promises. */
export function describeFileStorage(name: string, start: () => Promise<StorageUnderTest>): void {
  describe(name, () => {
    const under = use(start);
    const storage = use(async () => under.storage);

    let counter = 0;
    const fresh = () => `site/folder/${++counter}-file.txt`;
    const write = (key: string, content: string | Buffer) =>
      storage.write(key, Readable.from([Buffer.from(content as string)]), { contentType: 'text/plain' });
    const textOf = async (key: string, range?: { start?: number; end?: number }) => {
      const stream = await storage.read(key, range);
      return stream && (await buffer(stream)).toString();
    };

    test('gives back what was written, whole and in parts', async () => {
      const key = fresh();
      expect((await write(key, '0123456789')).size).toBe(10);
      expect(await textOf(key)).toBe('0123456789');
      expect(await textOf(key, { start: 2, end: 4 })).toBe('234');
      expect(await textOf(key, { start: 7 })).toBe('789');
      expect((await storage.stat(key))?.size).toBe(10);
    });

    test('knows nothing of what was never written', async () => {
      const key = fresh();
      expect(await storage.stat(key)).toBeNull();
      expect(await storage.read(key)).toBeNull();
      expect(await storage.move(key, fresh(), '1')).toBe(false);
      await storage.delete(key);
    });

    test('an empty file is a file', async () => {
      const key = fresh();
      await storage.write(key, Readable.from([]), { contentType: 'text/plain' });
      expect((await storage.stat(key))?.size).toBe(0);
    });

    test('writing again replaces, under another version', async () => {
      const key = fresh();
      const first = await write(key, 'one');
      const second = await write(key, 'two!');
      expect(second.version).not.toBe(first.version);
      expect([await textOf(key), (await storage.stat(key))?.version]).toEqual(['two!', second.version]);
    });

    test('content that fails half-way leaves what was there before', async () => {
      const key = fresh();
      await write(key, 'before');
      const failing = Readable.from(
        (async function* halfOf() {
          yield Buffer.alloc(100_000);
          throw new Error('broken off');
        })(),
      );
      await expect(storage.write(key, failing, { contentType: 'text/plain' })).rejects.toThrow('broken off');
      expect(await textOf(key)).toBe('before');
    });

    test('20 MB in many pieces arrive as they were', async () => {
      const key = fresh();
      const piece = Buffer.alloc(64 * 1024, 'abc');
      const written = await storage.write(key, Readable.from(Array<Buffer>(320).fill(piece)), {
        contentType: 'text/plain',
      });
      expect(written.size).toBe(320 * piece.length);
      expect(
        (await buffer((await storage.read(key)) as Readable)).equals(Buffer.concat(Array<Buffer>(320).fill(piece))),
      ).toBe(true);
    });

    test('moves the version that is named, and no other', async () => {
      const [from, to] = [fresh(), fresh()];
      const first = await write(from, 'one');
      const second = await write(from, 'two');
      expect(await storage.move(from, to, first.version)).toBe(false);
      expect([await textOf(from), await textOf(to)]).toEqual(['two', null]);
      expect(await storage.move(from, to, second.version)).toBe(true);
      expect([await textOf(from), await textOf(to)]).toEqual([null, 'two']);
    });

    test.each([1, 3, 70])('joins %i files in their order, and keeps them', async (count) => {
      const [to, keys] = [fresh(), Array.from({ length: count }, () => fresh())];
      await Promise.all(keys.map((key, at) => write(key, `${at} `)));
      const joined = await storage.join(keys, to, { contentType: 'text/plain' });
      const expected = keys.map((_, at) => `${at} `).join('');
      expect(await textOf(to)).toBe(expected);
      expect(joined).toEqual(await storage.stat(to));
      expect([joined?.size, await textOf(keys.at(-1) ?? '')]).toEqual([expected.length, `${count - 1} `]);
    });

    test.each([2, 40])('joins nothing if one of %i files is missing', async (count) => {
      const [to, keys] = [fresh(), Array.from({ length: count }, () => fresh())];
      await write(to, 'former');
      await Promise.all(keys.slice(1).map((key) => write(key, 'x')));
      expect(await storage.join(keys, to, { contentType: 'text/plain' })).toBeNull();
      expect(await textOf(to)).toBe('former');
    });

    test('deletes', async () => {
      const key = fresh();
      await write(key, 'x');
      await storage.delete(key);
      expect(await storage.read(key)).toBeNull();
    });

    test('deletes what is below a key, and neither that itself nor its neighbours', async () => {
      const key = fresh();
      const below = Array.from({ length: 60 }, (_, at) => `below/${key}/${at % 2 ? 'deep/' : ''}${at}`);
      await Promise.all([...below, `below/${key}x`].map((one) => write(one, 'x')));
      await storage.deletePrefix(`below/${key}`);
      expect(await Promise.all(below.map((one) => storage.stat(one)))).toEqual(below.map(() => null));
      expect(await textOf(`below/${key}x`)).toBe('x');
      await write(key, 'x');
      await storage.deletePrefix(key);
      await storage.deletePrefix(fresh());
      expect(await textOf(key)).toBe('x');
    });

    test.each([
      '../up',
      'a/../b',
      '/a',
      'a//b',
      'a/',
      '',
      '.hidden',
      'a/.b',
      'a\\b',
      'a\0b',
      'a b',
      'ä',
      'x'.repeat(1_100),
    ])('nothing is, or can be, stored under %j', async (key) => {
      await expect(write(key, 'x')).rejects.toThrow(TypeError);
      expect([await storage.stat(key), await storage.read(key)]).toEqual([null, null]);
      await storage.delete(key);
      await storage.deletePrefix(key);
    });

    test('is reachable', async () => {
      await storage.check();
    });

    describe('a grant', () => {
      const give = (key: string, more: object = {}) =>
        storage.grant({ key, contentType: 'text/plain', maxBytes: 10, expiresInSeconds: 60, ...more });

      test('lets its bytes in, and says which headers they need', async () => {
        const key = fresh();
        const { url, headers } = await give(key);
        expect(headers['Content-Type']).toBe('text/plain');
        expect(await under.put(url, headers, Buffer.from('0123456789'))).toBe(true);
        expect(await textOf(key)).toBe('0123456789');
      });

      test.each([
        ['more bytes', (headers: Record<string, string>) => headers, '0123456789a'],
        ['another type', (headers: Record<string, string>) => ({ ...headers, 'Content-Type': 'text/html' }), 'x'],
      ])('rejects %s', async (_what, change, content) => {
        const key = fresh();
        const { url, headers } = await give(key);
        expect(await under.put(url, change({ ...headers }), Buffer.from(content))).toBe(false);
        expect(await storage.stat(key)).toBeNull();
      });

      test('is for its key alone', async () => {
        const [mine, other] = [fresh(), fresh()];
        const { url, headers } = await give(mine);
        expect(await under.put(url.replace(mine, other), headers, Buffer.from('x'))).toBe(false);
        expect(await storage.stat(other)).toBeNull();
      });

      test('ends', async () => {
        const key = fresh();
        const { url, headers } = await give(key, { expiresInSeconds: 1 });
        // No event tells of it: 2 seconds of the clock.
        const end = Date.now() + 2_100;
        await expect.poll(() => Date.now() > end, { timeout: 5_000 }).toBe(true);
        expect(await under.put(url, headers, Buffer.from('x'))).toBe(false);
      });
    });
  });
}
