import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createSharpTransformer } from '../../../src/adapters/image-transformer/sharp.ts';
import { Slots } from '../../../src/adapters/image-transformer/slots.ts';
import { hugePng, noise, picture, scriptSvg, svg } from '../../features/asset/sample-files.ts';

const images = createSharpTransformer();
const stream = (content: Buffer | string) => Readable.from([Buffer.from(content as string)]);
const inspect = (content: Buffer | string) => images.inspect(stream(content));

describe('hostile images are refused, in no time and little memory', () => {
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
  const hasty = createSharpTransformer({ seconds: 1 });
  const large = await noise(4_000, 4_000);
  const started = Date.now();
  const change = { fit: 'contain', format: 'avif', quality: 100 } as const;
  await expect(hasty.transform(stream(large), change)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(Date.now() - started).toBeLessThan(3_000);
});

describe('slots', () => {
  const held = () => Promise.withResolvers<string>();
  const limits = { parallel: 2, waiting: 2, seconds: 60 };

  test('as many run as there are, the next ones in the order they came, and beyond that it is 503', async () => {
    const slots = new Slots(limits);
    const started: number[] = [];
    const works = Array.from({ length: 4 }, held);
    const running = works.map((work, index) =>
      slots.run(() => {
        started.push(index);
        return work.promise;
      }),
    );
    await expect(slots.run(async () => 'fifth')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Too many images wait to be transformed',
    });
    expect(started).toEqual([0, 1]);
    works[1]?.resolve('b');
    expect(await running[1]).toBe('b');
    await expect.poll(() => started).toEqual([0, 1, 2]);
    for (const { resolve } of works) resolve('done');
    await Promise.all(running);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  test('work that fails frees its slot', async () => {
    const slots = new Slots({ ...limits, parallel: 1 });
    await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.run(async () => 'next')).toBe('next');
  });

  test('work that is too slow is answered in time, but keeps its slot until it ends', async () => {
    const slots = new Slots({ ...limits, parallel: 1, seconds: 0.05 });
    const slow = held();
    await expect(slots.run(() => slow.promise)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    let started = false;
    const next = slots.run(async () => {
      started = true;
    });
    expect(started).toBe(false);
    slow.resolve('at last');
    await next;
    expect(started).toBe(true);
  });
});
