import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { readBounded } from '../../../src/features/asset/upload/read-bounded.ts';

const LIMITS = { maxBytes: 1024 * 1024, stallMs: 50 };
const never = new Promise<never>(() => {});

/** What `consume` was given, to look at afterwards. */
async function streamOf(source: Readable, consume: (bytes: Readable) => Promise<unknown>) {
  let given: Readable | undefined;
  const outcome = await readBounded(source, LIMITS, (bytes) => {
    given = bytes;
    return consume(bytes);
  }).catch((error: unknown) => error);
  return { outcome, given: given as Readable };
}

test('gives all bytes to its consumer', async () => {
  const { outcome, given } = await streamOf(Readable.from([Buffer.from('ab'), Buffer.from('c')]), buffer);
  expect([String(outcome), given.destroyed]).toEqual(['abc', true]);
});

test('a consumer that fails by an error of its own sink is answered in its own words', async () => {
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('ENOSPC')) });
  const { outcome } = await streamOf(Readable.from([Buffer.from('abc')]), (bytes) =>
    pipeline(bytes, full).catch((cause: unknown) => Promise.reject(new TypeError('full', { cause }))),
  );
  expect(outcome).toMatchObject({ message: 'full', cause: { message: 'ENOSPC' } });
});

test.each([
  ['throws before it reads', () => Promise.reject(new TypeError('full'))],
  ['reads and then throws', async (bytes: Readable) => buffer(bytes).then(() => Promise.reject(new TypeError('full')))],
])(
  'a consumer that %s leaves a stream that is ended and listened to, for longer than the stall time',
  async (_what, consume) => {
    const { outcome, given } = await streamOf(Readable.from([Buffer.from('abc')]), consume);
    expect(outcome).toMatchObject({ message: 'full' });
    expect([given.destroyed, given.listenerCount('error') > 0]).toEqual([true, true]);
  },
);

test('a consumer that never reads is 503 after the stall time', async () => {
  const { outcome, given } = await streamOf(Readable.from([Buffer.from('abc')]), () => never);
  expect(outcome).toMatchObject({ code: 'UNAVAILABLE' });
  expect([given.destroyed, given.listenerCount('error') > 0]).toEqual([true, true]);
});

test('a sender that stops is 400, and its stream stays open for the answer', async () => {
  const source = new PassThrough();
  source.write('abc');
  const { outcome } = await streamOf(source, buffer);
  expect(outcome).toMatchObject({ code: 'BAD_REQUEST', message: 'The upload stalled' });
  expect(source.destroyed).toBe(false);
});

test.each([
  ['goes away', (source: PassThrough) => source.destroy()],
  ['fails', (source: PassThrough) => source.destroy(new Error('reset'))],
])('a sender that %s is 400, before and while it is read', async (_what, leave) => {
  const early = new PassThrough().on('error', () => {});
  leave(early);
  expect((await streamOf(early, buffer)).outcome).toMatchObject({ message: 'The upload was aborted' });
  const late = new PassThrough().on('error', () => {});
  late.write('abc');
  const reading = streamOf(late, buffer);
  leave(late);
  expect((await reading).outcome).toMatchObject({ message: 'The upload was aborted' });
});

test('one byte too many is 413', async () => {
  const { outcome } = await streamOf(Readable.from([Buffer.alloc(LIMITS.maxBytes), Buffer.alloc(1)]), buffer);
  expect(outcome).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', message: 'File exceeds maximum size of 1MB' });
});
