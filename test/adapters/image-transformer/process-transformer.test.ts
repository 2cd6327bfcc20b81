import { existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProcessTransformer } from '../../../src/adapters/image-transformer/process-transformer.ts';
import { hugePng, noise, picture, scriptSvg, svg } from '../../features/asset/sample-files.ts';

const images = createProcessTransformer();
let large: Buffer;
beforeAll(async () => {
  large = await noise(4_000, 4_000);
});
afterAll(() => images.close());
const stream = (content: Buffer | string) => Readable.from([Buffer.from(content as string)]);
const inspect = (content: Buffer | string) => images.inspect(stream(content));

describe('hostile images are rejected, in no time and little memory', () => {
  test.each([
    ['50,000 × 50,000 pixels', hugePng(50_000, 50_000), 'Image exceeds maximum of 50 megapixels'],
    ['one pixel too many', hugePng(50_000_001, 1), 'Image exceeds maximum of 50 megapixels'],
    ['an SVG', svg, 'Image is damaged'],
    ['an SVG with a script', scriptSvg, 'Image is damaged'],
    ['an SVG that reads files', '<svg><image href="file:///etc/passwd"/></svg>', 'Image is damaged'],
    ['a PDF', '%PDF-1.4', 'Image is damaged'],
    ['nothing', '', 'Image is damaged'],
    ['zeros', Buffer.alloc(1_000), 'Image is damaged'],
  ])('%s', async (_what, content, message) => {
    const before = process.memoryUsage().rss;
    await expect(inspect(content)).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    await expect(
      images.transform(stream(content), { width: 10, fit: 'contain', format: 'webp' }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('a %s that is cut off anywhere', async (format) => {
    const whole = await picture(format, { width: 300, height: 200 });
    for (const share of [0.1, 0.5, 0.9]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      await expect(inspect(cut)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  test('many small frames that are many pixels together', async () => {
    const frame = await sharp({ create: { width: 1_000, height: 1_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const gif = await sharp(Array<Buffer>(60).fill(frame), { join: { animated: true } })
      .gif({ keepDuplicateFrames: true, colours: 2, effort: 1 })
      .toBuffer();
    await expect(inspect(gif)).rejects.toMatchObject({ message: 'Image exceeds maximum of 50 megapixels' });
  });
});

test('what is sound is described as it is shown, after its EXIF orientation', async () => {
  const turned = await sharp(await picture('jpeg', { width: 200, height: 100 }))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(await inspect(turned)).toEqual({ format: 'jpeg', width: 100, height: 200 });
  expect(await inspect(await picture('webp'))).toEqual({ format: 'webp', width: 80, height: 40 });
});

test('an image that takes too long is given up after the time limit', async () => {
  const hasty = createProcessTransformer({ seconds: 1 });
  const started = Date.now();
  const change = { fit: 'contain', format: 'avif', quality: 100 } as const;
  await expect(hasty.transform(stream(large), change)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(Date.now() - started).toBeLessThan(3_000);
});

describe('work runs in processes of its own', () => {
  const change = { width: 20, fit: 'contain', format: 'webp' } as const;
  const isAlive = (pid: number) => existsSync(`/proc/${pid}/stat`);

  test('which are used again, and end with the service', async () => {
    const own = createProcessTransformer();
    const { content, cpuSeconds } = await own.transform(stream(await picture('png')), change);
    expect((await sharp(content).metadata()).width).toBe(20);
    expect(cpuSeconds).toBeGreaterThan(0);
    const [pid] = own.processIds() as [number];
    await own.transform(stream(await picture('jpeg')), change);
    expect(own.processIds()).toEqual([pid]);
    await own.close();
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test.each(['while it works', 'before it has begun'])('and are killed when the work is aborted %s', async (when) => {
    const own = createProcessTransformer();
    const aborting = new AbortController();
    const reason = new Error('disconnected');
    if (when === 'before it has begun') aborting.abort(reason);
    const slow = own.transform(stream(large), { fit: 'contain', format: 'avif' }, aborting.signal);
    const pids = own.processIds();
    const ended = expect(slow).rejects.toBe(reason);
    if (when === 'while it works') {
      await expect.poll(() => cpuTicks(pids[0] ?? 0), { timeout: 20_000 }).toBeGreaterThan(50);
      aborting.abort(reason);
    }
    await ended;
    expect(own.processIds()).toEqual([]);
    await expect.poll(() => pids.some(isAlive)).toBe(false);
    expect((await own.transform(stream(await picture('png')), change)).content.length).toBeGreaterThan(0);
    await own.close();
  });

  test('and a process that dies is 503, and the next image gets another one', async () => {
    const own = createProcessTransformer();
    const slow = own.transform(stream(large), { fit: 'contain', format: 'avif' });
    const died = expect(slow).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    process.kill(own.processIds()[0] ?? 0, 'SIGKILL');
    await died;
    expect((await own.transform(stream(await picture('png')), change)).content.length).toBeGreaterThan(0);
    await own.close();
  });

  test('and content that breaks off ends the work', async () => {
    const own = createProcessTransformer();
    const failing = new Readable({ read: () => failing.destroy(new Error('storage unavailable')) });
    await expect(own.transform(failing, change)).rejects.toThrow('storage unavailable');
    expect(own.processIds()).toEqual([]);
    await own.close();
  });
});

/** Processor time that a process has used, in hundredths of a second. */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
