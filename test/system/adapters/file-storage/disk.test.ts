import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readlink, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openDiskFileStorage } from '../../../../src/adapters/file-storage/disk.ts';
import { describeFileStorage } from '../../../ports/file-storage.contract.ts';
import { type Moment, describeFailingWrites } from '../../../ports/file-storage.failures.contract.ts';
import { needsUnless } from '../../../support/needs.ts';
import { NO_MOUNT, SmallDisk } from '../../support/small-disk.ts';

const URL_OF_UPLOADS = 'https://service.example/uploads';

describeFileStorage('files on disk', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  const storage = await openDiskFileStorage({ dir, uploadUrl: URL_OF_UPLOADS, secret: 'secret' });
  return {
    storage,
    // As the service redeems it; over HTTP that is tested with the uploads.
    async put(url, headers, content) {
      const { pathname, searchParams } = new URL(url);
      const grant = storage.redeemer?.open(pathname.slice('/uploads/'.length), Object.fromEntries(searchParams));
      if (!grant || grant.isExpired || headers['Content-Type'] !== grant.contentType) return false;
      if (content.length > grant.maxBytes) return false;
      await storage.write(grant.key, Readable.from([content]), { contentType: grant.contentType });
      return true;
    },
    stop: () => rm(dir, { recursive: true }),
  };
});

describeFailingWrites('files on disk', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  return {
    storage: await openDiskFileStorage({ dir, uploadUrl: URL_OF_UPLOADS, secret: 'secret' }),
    breakWrites: (when) => breakDisk(dir, when),
    unfinished: () => readdir(join(dir, '.incoming')),
    stop: () => rm(dir, { recursive: true }),
  };
});

test('a range that is not valid is rejected, and leaves no file open', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  const storage = await openDiskFileStorage({ dir, uploadUrl: URL_OF_UPLOADS, secret: 'secret' });
  await storage.write('site/a.txt', Readable.from(['text']), { contentType: 'text/plain' });
  await expect(storage.read('site/a.txt', { start: 0, end: Number.NaN })).rejects.toThrow(RangeError);
  const descriptors = await readdir('/proc/self/fd');
  const open = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  expect(open.filter((path) => path.startsWith(dir))).toEqual([]);
  await rm(dir, { recursive: true });
});

/** Before: no file can be made. During: the file system takes no more than some bytes of a file. After: the folder is no folder. */
async function breakDisk(dir: string, when: Moment): Promise<() => Promise<void>> {
  const [folder, away] = [join(dir, when === 'before' ? '.incoming' : 'site'), join(dir, '.away')];
  if (when === 'during') {
    limitFileSize(1024 * 1024);
    return async () => limitFileSize('unlimited');
  }
  await rename(folder, away);
  await writeFile(folder, '');
  return async () => {
    await rm(folder);
    await rename(away, folder);
  };
}

/** Of this process, by the kernel: a write beyond fails half-way, as on a disk that is full. */
function limitFileSize(bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`]);
}

test('content that cannot be put in its place stays where it was', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  const storage = await openDiskFileStorage({ dir, uploadUrl: URL_OF_UPLOADS, secret: 'secret' });
  const { version } = await storage.write('a/b', Readable.from(['x']), { contentType: 'text/plain' });
  await writeFile(join(dir, 'c'), '');
  await expect(storage.move('a/b', 'c/d', version)).rejects.toThrow();
  expect((await storage.stat('a/b'))?.version).toBe(version);
  await rm(dir, { recursive: true });
});

test('a grant of another installation or secret is not valid', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  const open = (secret: string) => openDiskFileStorage({ dir, uploadUrl: URL_OF_UPLOADS, secret });
  const [one, other] = [await open('one'), await open('other')];
  const { url } = await one.grant({ key: 'a/b', contentType: 'text/plain', maxBytes: 1, expiresInSeconds: 60 });
  const query = Object.fromEntries(new URL(url).searchParams);
  expect(one.redeemer?.open('a/b', query)).toMatchObject({ key: 'a/b', isExpired: false });
  expect(other.redeemer?.open('a/b', query)).toBeNull();
  expect(one.redeemer?.open('a/b', { ...query, most: ['1', '2'] })).toBeNull();
  await rm(dir, { recursive: true });
});

test('old incomplete files of a killed process are deleted at the next start, new ones are not', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  const open = () => openDiskFileStorage({ dir, uploadUrl: URL_OF_UPLOADS, secret: 'secret' });
  await open();
  const incoming = join(dir, '.incoming');
  for (const name of ['old', 'fresh']) await writeFile(join(incoming, name), 'x');
  await utimes(join(incoming, 'old'), 0, 0);
  await open();
  expect(await readdir(incoming)).toEqual(['fresh']);
  await rm(dir, { recursive: true });
});

test('a write that fails leaves no temporary file', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  const storage = await openDiskFileStorage({ dir, uploadUrl: URL_OF_UPLOADS, secret: 'secret' });
  const failing = new Readable({ read: () => failing.destroy(new Error('disconnected')) });
  await expect(storage.write('a/b', failing, { contentType: 'text/plain' })).rejects.toThrow('disconnected');
  expect(await readdir(join(dir, '.incoming'))).toEqual([]);
  expect(await readdir(dir)).toEqual(['.incoming']);
  await rm(dir, { recursive: true });
});

test('a folder is not a file', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  const storage = await openDiskFileStorage({ dir, uploadUrl: URL_OF_UPLOADS, secret: 'secret' });
  await storage.write('a/b/c', Readable.from(['x']), { contentType: 'text/plain' });
  expect([await storage.read('a/b'), await storage.read('a/b/c/d')]).toEqual([null, null]);
  await rm(dir, { recursive: true });
});

const disk = SmallDisk.mount(1);

test(
  'a full disk is an outage, leaves nothing behind, and is no longer one once there is space',
  needsUnless(disk ? undefined : NO_MOUNT),
  async () => {
    if (!disk) return;
    try {
      const storage = await openDiskFileStorage({ dir: disk.folder, uploadUrl: URL_OF_UPLOADS, secret: 'secret' });
      const write = () => storage.write('a/b', Readable.from([Buffer.alloc(100_000)]), { contentType: 'text/plain' });
      await disk.fill();
      await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE', dependency: 'disk' });
      expect(await readdir(join(disk.folder, '.incoming'))).toEqual([]);
      await disk.free();
      expect(await write()).toMatchObject({ size: 100_000 });
    } finally {
      disk.unmount();
    }
  },
);
