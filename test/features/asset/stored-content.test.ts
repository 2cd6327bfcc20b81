import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openStoredContent } from '../../../src/features/asset/upload/verify-content.ts';
import type { FileStorage } from '../../../src/ports/file-storage.ts';

const FILE = { size: 10, version: '1' };

/** Of a file of 10 bytes whose storage answers these. */
const contentOf = (answered: string) =>
  openStoredContent(
    { read: async () => Readable.from([Buffer.from(answered)]) } as unknown as FileStorage,
    'key',
    FILE,
  );

test('a part of a file that storage leaves out is an outage of the storage, not a wrong file', async () => {
  await expect(contentOf('012').read(0, 4)).rejects.toMatchObject({ code: 'UNAVAILABLE', dependency: 'file storage' });
  await expect(contentOf('').read(0, 9)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(String(await contentOf('01234').read(0, 4))).toBe('01234');
});

test('behind the end of a file there is nothing', async () => {
  expect(String(await contentOf('89').read(8, 20))).toBe('89');
  expect(String(await contentOf('').read(30, 40))).toBe('');
});
