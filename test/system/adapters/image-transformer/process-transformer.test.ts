import { existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { decode } from 'blurhash';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProcessTransformer } from '../../../../src/adapters/image-transformer/process-transformer.ts';
import { hugePng, noise, picture, scriptSvg, svg } from '../../../features/asset/sample-files.ts';

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
  expect(await inspect(turned)).toMatchObject({ format: 'jpeg', width: 100, height: 200 });
  expect(await inspect(await picture('webp'))).toMatchObject({ format: 'webp', width: 80, height: 40 });
});

describe('the placeholder', () => {
  /** The colours of its four corners. */
  const cornersOf = async (content: Buffer) => {
    const { blurhash } = await inspect(content);
    const pixels = decode(blurhash ?? '', 8, 8);
    return [0, 7, 56, 63].map((at) => (pixels[at * 4]! > pixels[at * 4 + 2]! ? 'red' : 'blue'));
  };

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('of a %s has the colours of the picture', async (format) => {
    expect(await cornersOf(await picture(format))).toEqual(['red', 'blue', 'red', 'blue']);
  });

  test('is turned as the picture is shown', async () => {
    const turned = await sharp(await picture('jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await cornersOf(turned)).toEqual(['red', 'red', 'blue', 'blue']);
  });

  test('is there for grey, transparent, 16-bit and CMYK pictures, for one pixel, and for an animation', async () => {
    const image = async (change: (one: Sharp) => Sharp) => change(sharp(await picture('png'))).toBuffer();
    const frame = await picture('png');
    const pictures = [
      await image((one) => one.greyscale().png()),
      await image((one) => one.ensureAlpha(0.5).png()),
      await image((one) => one.toColourspace('rgb16').png()),
      await image((one) => one.toColourspace('cmyk').jpeg()),
      await image((one) => one.resize(1, 1).png()),
      await sharp([frame, frame], { join: { animated: true } })
        .gif()
        .toBuffer(),
    ];
    for (const content of pictures) expect((await inspect(content)).blurhash).toMatch(/^\S{28}$/);
  });
});

describe('a crop keeps the focus', () => {
  const crop = async (content: Buffer, focus: { x: number; y: number }, size = { width: 20, height: 20 }) => {
    const change = { ...size, fit: 'cover', focus, format: 'png' } as const;
    const cropped = await images.transform(stream(content), change);
    const { data, info } = await sharp(cropped.content).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject(size);
    const isRed = (at: number) => data[at * 3]! > data[at * 3 + 2]!;
    return [isRed(0), isRed(size.width * size.height - 1)].map((red) => (red ? 'red' : 'blue'));
  };

  test.each([
    [{ x: 0, y: 0.5 }, ['red', 'red']],
    [{ x: 0.5, y: 0.5 }, ['red', 'blue']],
    [{ x: 1, y: 1 }, ['blue', 'blue']],
  ])('at %j', async (focus, colours) => {
    expect(await crop(await picture('png'), focus)).toEqual(colours);
  });

  test('in the picture as it is shown, whatever its stored orientation', async () => {
    const turned = await sharp(await picture('jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await crop(turned, { x: 0.5, y: 0 })).toEqual(['red', 'red']);
    expect(await crop(turned, { x: 0.5, y: 1 })).toEqual(['blue', 'blue']);
  });

  test('in each frame of an animation', async () => {
    const frame = await picture('png');
    const other = await sharp(frame).negate().toBuffer();
    const gif = await sharp([frame, other], { join: { animated: true } })
      .gif()
      .toBuffer();
    const change = { width: 10, height: 20, fit: 'cover', focus: { x: 1, y: 0 }, format: 'gif' } as const;
    const { content } = await images.transform(stream(gif), change);
    const { pages, pageHeight, width } = await sharp(content, { animated: true }).metadata();
    expect({ pages, pageHeight, width }).toEqual({ pages: 2, pageHeight: 20, width: 10 });
  });

  test('for any ratio, at the edges, and at the size of the picture itself', async () => {
    const content = await picture('png', { width: 33, height: 17 });
    for (const [width, height] of [
      [33, 17],
      [1, 17],
      [33, 1],
      [32, 3],
      [7, 16],
    ] as const) {
      for (const x of [0, 0.33, 1]) await crop(content, { x, y: 1 - x }, { width, height });
    }
  });
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
