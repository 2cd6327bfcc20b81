import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { ProcessTransformer } from '../../../src/adapters/image-transformer/process-transformer.ts';
import { picture } from '../../features/asset/sample-files.ts';
import { cdn, sendForm, upload } from '../../features/asset/uploading.ts';
import { ofOneInstance } from '../../support/instances.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';

const ATTACKER = { 'x-forwarded-for': '198.51.100.1' };
const VISITOR = { 'x-forwarded-for': '203.0.113.1' };
const AVIFS = 40;

const service = useOwnService({ TRUST_PROXY: '1' });
const site = useSite(service);
let photo: string;
let small: string;

beforeAll(async () => {
  photo = await upload(site, 'photo.jpg', await largePhoto());
  small = await upload(site, 'small.jpg', await picture('jpeg', { width: 800, height: 600 }));
});

/** Different AVIFs of a large photo, asked for at once; `leave` closes the connections. */
function attack() {
  const leaving = new AbortController();
  const outcomes = Array.from({ length: AVIFS }, async (_, at) =>
    cdn(site, `${photo}?f=avif&w=${3_000 - at * 50}`, { headers: ATTACKER, signal: leaving.signal }).then(
      ({ status }) => status,
      () => 'left',
    ),
  );
  return { outcomes, leave: () => leaving.abort() };
}

function processIds(): number[] {
  const { images } = service.app.ports;
  return images instanceof ProcessTransformer ? images.processIds() : [];
}

test('a thumbnail and an upload are answered while 40 AVIFs of another address wait', ofOneInstance, async () => {
  const { outcomes, leave } = attack();
  await expect.poll(processIds, { timeout: 10_000 }).not.toEqual([]);
  let ended = 0;
  for (const outcome of outcomes) void outcome.then((status) => (ended += status === 429 ? 0 : 1));
  const thumbnail = await cdn(site, `${small}?w=100&f=webp`, { headers: VISITOR });
  const uploaded = await sendForm(site, 'new.png', await picture('png'));
  expect([thumbnail.status, uploaded.status]).toEqual([200, 200]);
  // The one in work, and the one that took its turn before the visitor's came.
  expect(ended).toBeLessThan(AVIFS / 4);
  leave();
  await Promise.all(outcomes);
});

test('of callers that have left neither work nor a place in the queue remains', ofOneInstance, async () => {
  const { outcomes, leave } = attack();
  await expect.poll(processIds, { timeout: 10_000 }).not.toEqual([]);
  const working = processIds();
  leave();
  expect((await Promise.all(outcomes)).filter((outcome) => outcome === 'left').length).toBeGreaterThan(0);
  expect((await cdn(site, `${small}?w=150&f=webp`, { headers: VISITOR })).status).toBe(200);
  await expect.poll(() => processIds().length, { timeout: 10_000 }).toBeLessThanOrEqual(working.length + 1);
});

test('an address that has used its budget gets 429 with Retry-After; others, and what is kept, do not', async () => {
  expect((await cdn(site, `${small}?w=250&f=webp`, { headers: VISITOR })).status).toBe(200);
  const statuses: number[] = [];
  let retryAfter: string | null = null;
  for (let round = 0; round < 10 && retryAfter === null; round++) {
    const { outcomes, leave } = attack();
    for (const outcome of outcomes) void outcome.then((status) => typeof status === 'number' && statuses.push(status));
    const probe = await cdn(site, `${photo}?f=avif&w=${2_000 + round}`, { headers: ATTACKER, method: 'HEAD' });
    leave();
    await Promise.all(outcomes);
    if (probe.status === 429) retryAfter = probe.headers.get('retry-after');
  }
  expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(statuses.every((status) => [200, 429, 503].includes(status))).toBe(true);
  expect((await cdn(site, `${small}?w=250&f=webp`, { headers: ATTACKER })).status).toBe(200);
  expect((await cdn(site, `${small}?w=200&f=webp`, { headers: VISITOR })).status).toBe(200);
});

async function largePhoto(): Promise<Buffer> {
  const raw = { width: 4_000, height: 3_000, channels: 3 as const };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return sharp({ create: { ...raw, background: '#888', noise } })
    .jpeg({ quality: 60 })
    .toBuffer();
}
