import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { copyStoredVideo } from '../../../../src/features/video/download/fetch-video.ts';
import { useFolder } from '../../support/make-video.ts';

/** The head of an MP4 file, and noise. */
const VIDEO = Buffer.concat([
  Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
  randomBytes(1_000_000),
]);
const PAGE = '<!DOCTYPE html><html><body>Watch our video</body></html>';

const place = useFolder();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(place.path, 'work-'));
});

const isWhole = async (path: string) => (await readFile(path)).equals(VIDEO);

describe('an uploaded video', () => {
  const stored = (
    open = async ({ start }: { start: number }): Promise<Readable | null> => Readable.from([VIDEO.subarray(start)]),
  ) => ({
    key: 'site/a.mp4',
    size: VIDEO.length,
    open,
  });
  const copy = async (video: ReturnType<typeof stored>) =>
    copyStoredVideo(video, { folder, signal: new AbortController().signal });

  test('is copied into its folder, once', async () => {
    expect(await isWhole((await copy(stored())).path)).toBe(true);
    const again = stored(async () => {
      throw new Error('opened again');
    });
    expect(await isWhole((await copy(again)).path)).toBe(true);
  });

  test('is copied from where a crash left it', async () => {
    const broken = stored(async () =>
      Readable.from(
        (async function* () {
          yield VIDEO.subarray(0, 600_000);
          throw new Error('crash');
        })(),
      ),
    );
    await expect(copy(broken)).rejects.toThrow('crash');
    let from = 0;
    const rest = stored(async ({ start }) => {
      from = start;
      return Readable.from([VIDEO.subarray(start)]);
    });
    expect(await isWhole((await copy(rest)).path)).toBe(true);
    expect(from).toBe(600_000);
  });

  test('that no longer exists, or is no video, is an error that says so', async () => {
    await expect(copy(stored(async () => null))).rejects.toMatchObject({ code: 'UNREACHABLE' });
    const page = { ...stored(async () => Readable.from([Buffer.from(PAGE)])), key: 'site/b.mp4', size: PAGE.length };
    await expect(copy(page)).rejects.toMatchObject({ code: 'NOT_A_VIDEO' });
  });

  test('is not taken from another one that was there before', async () => {
    await copy(stored());
    await appendFile(join(folder, 'video'), 'x');
    const other = { ...stored(), key: 'site/other.mp4' };
    expect(await isWhole((await copy(other)).path)).toBe(true);
  });
});
