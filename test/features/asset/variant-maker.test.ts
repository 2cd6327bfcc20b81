import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import type { AssetRow } from '../../../src/features/asset/asset.rows.ts';
import {
  type VariantMakerLimits,
  VARIANT_MAKER_LIMITS,
  VariantMaker,
} from '../../../src/features/asset/image/variant-maker.ts';
import type { ImageTransformer, TransformedImage } from '../../../src/ports/image-transformer.ts';

interface Work {
  finish(image: TransformedImage): void;
  isAborted(): boolean;
}

/** Images that are made when the test says so. */
class ImagesOnDemand implements ImageTransformer {
  readonly works: Work[] = [];

  inspect(): never {
    throw new Error('not asked for');
  }

  transform(_content: Readable, _change: object, signal?: AbortSignal): Promise<TransformedImage> {
    const { promise, resolve, reject } = Promise.withResolvers<TransformedImage>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    this.works.push({ finish: resolve, isAborted: () => signal?.aborted ?? false });
    return promise;
  }

  async close(): Promise<void> {}
}

const CHANGE = { width: 100, fit: 'contain', format: 'webp' } as const;
const IMAGE = { content: Buffer.from('image'), cpuSeconds: 1 };
let images: ImagesOnDemand;
beforeEach(() => {
  images = new ImagesOnDemand();
});

function visitor(maker: VariantMaker, address: string, site = 'site') {
  const leaving = new AbortController();
  const kept: Buffer[] = [];
  const asset = { key: `${site}/a.png`, size: 1000, width: 4_000, height: 3_000 } as AssetRow;
  const ask = (name: string) =>
    maker.make(
      name,
      { asset, change: CHANGE, open: async () => Readable.from(['x']), done: async (image) => void kept.push(image) },
      { address, signal: leaving.signal },
    );
  return { ask, kept, leave: () => leaving.abort(new Error('disconnected')) };
}

const makerWith = (limits: Partial<VariantMakerLimits> = {}) =>
  new VariantMaker(images, { ...VARIANT_MAKER_LIMITS, slots: 1, ...limits });

test('an image that many ask for at the same time is made once, and kept once', async () => {
  const maker = makerWith();
  const visitors = ['1', '2', '3'].map((address) => visitor(maker, address));
  const answers = visitors.map(({ ask }) => ask('same'));
  await expect.poll(() => images.works.length).toBe(1);
  images.works[0]?.finish(IMAGE);
  expect((await Promise.all(answers)).map(String)).toEqual(['image', 'image', 'image']);
  expect(visitors.flatMap(({ kept }) => kept)).toHaveLength(1);
  expect(images.works).toHaveLength(1);
});

test('the original is closed where it could not even be read', async () => {
  const broken = { ...images, transform: () => Promise.reject(new Error('no process could be started')) };
  const original = Readable.from(['x']);
  const asset = { key: 'site/a.png', size: 1000, width: 40, height: 30 } as AssetRow;
  const work = { asset, change: CHANGE, open: async () => original, done: async () => {} };
  const caller = { address: '1', signal: new AbortController().signal };
  const made = new VariantMaker(broken as unknown as ImageTransformer).make('name', work, caller);
  await expect(made).rejects.toThrow('no process could be started');
  expect(original.destroyed).toBe(true);
});

test('it continues while one caller waits, and ends with the last', async () => {
  const maker = makerWith();
  const [one, other] = [visitor(maker, '1'), visitor(maker, '2')];
  const answers = Promise.allSettled([one.ask('same'), other.ask('same')]);
  await expect.poll(() => images.works.length).toBe(1);
  one.leave();
  expect(images.works[0]?.isAborted()).toBe(false);
  other.leave();
  await expect.poll(() => images.works[0]?.isAborted()).toBe(true);
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = visitor(maker, '3').ask('same');
  await expect.poll(() => images.works.length).toBe(2);
  images.works[1]?.finish(IMAGE);
  expect(String(await again)).toBe('image');
});

test('who asks for an image that another one has at the end of its queue waits only for its own turn', async () => {
  const maker = makerWith();
  const greedy = visitor(maker, '1');
  const answers = Promise.allSettled(['a', 'b', 'c', 'wanted'].map((name) => greedy.ask(name)));
  await expect.poll(() => images.works.length).toBe(1);
  const modest = visitor(maker, '2').ask('wanted');
  images.works[0]?.finish(IMAGE);
  await expect.poll(() => images.works.length).toBe(2);
  images.works[1]?.finish(IMAGE);
  await expect.poll(() => images.works.length).toBe(3);
  images.works[2]?.finish({ ...IMAGE, content: Buffer.from('third') });
  expect(['image', 'third']).toContain(String(await modest));
  greedy.leave();
  await answers;
});

test('beyond its processor time an address gets 429 with the seconds to wait, others of the site do not', async () => {
  const maker = makerWith({ addressSeconds: { burst: 2, perSecond: 0.1 } });
  const greedy = visitor(maker, '1');
  const first = greedy.ask('a');
  await expect.poll(() => images.works.length).toBe(1);
  images.works[0]?.finish({ ...IMAGE, cpuSeconds: 5 });
  await first;
  const refusal = { code: 'RATE_LIMITED', extras: { retryAfter: expect.closeTo(31, -1) as number } };
  await expect(greedy.ask('b')).rejects.toMatchObject(refusal);
  const other = visitor(maker, '2').ask('b');
  await expect.poll(() => images.works.length).toBe(2);
  images.works[1]?.finish(IMAGE);
  await other;
});

test.each([
  ['processor time', { siteSeconds: { burst: 0.9, perSecond: 0.01 } }],
  ['bytes', { siteBytes: { burst: 1_000, perSecond: 1 } }],
])('beyond its %s a site gets 429 whatever the address, another site does not', async (_what, limits) => {
  const maker = makerWith(limits);
  const first = visitor(maker, '1').ask('a');
  await expect.poll(() => images.works.length).toBe(1);
  images.works[0]?.finish(IMAGE);
  await first;
  await expect(visitor(maker, '2').ask('b')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  const other = visitor(maker, '2', 'other').ask('c');
  await expect.poll(() => images.works.length).toBe(2);
  images.works[1]?.finish(IMAGE);
  await other;
});

test('requests that only wait are counted too, and nothing is left of those that leave', async () => {
  const maker = makerWith({ addressSeconds: { burst: 0.5, perSecond: 0.001 } });
  const greedy = visitor(maker, '1');
  const waiting = Array.from({ length: 20 }, (_, at) => greedy.ask(`image ${at}`));
  const outcomes = Promise.allSettled(waiting);
  await expect(waiting.at(-1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  greedy.leave();
  await outcomes;
  expect(images.works.length).toBe(1);
});

test('what takes too long from the request on is 503', async () => {
  const maker = makerWith({ seconds: 0.1 });
  await expect(visitor(maker, '1').ask('a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect.poll(() => images.works.every(({ isAborted }) => isAborted())).toBe(true);
});
