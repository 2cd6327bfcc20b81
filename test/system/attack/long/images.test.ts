import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { FULL, besideSteadyCaller, useTarget } from '../use-target.ts';

const attacked = useTarget();

const AVIFS = FULL ? 40 : 12;
const SIDE = FULL ? 4_000 : 1_500;
const VARIANTS = FULL ? 400 : 60;
/** Some 900 kB each: together several times what may be kept. */
const VARIED_SIDE = 1_000;
const MAX_VARIANT_BYTES = 100_000_000;
/** With fewer, the requests would exceed the limit of an address. */
const ADDRESSES = 100;
const MAX_ASKING_MS = 150_000;
/** How long a thumbnail of another caller may take during the attack. */
const MAX_THUMBNAIL_MS = 5_000;

let large: string;
let other: string;
/** Of a site whose budget is untouched. */
let varied: string;

beforeAll(async () => {
  const noise = (side: number) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: '#777',
        noise: { type: 'gaussian', mean: 120, sigma: 60 },
      },
    })
      .jpeg({ quality: 70 })
      .toBuffer();
  const bystander = await attacked.target.site('another');
  const variety = await attacked.target.site('varied');
  large = await upload(await noise(SIDE), attacked.site.key);
  varied = await upload(await noise(VARIED_SIDE), variety.key);
  other = await upload(await noise(600), bystander.key);
});

async function upload(content: Buffer, key: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), 'noise.jpg');
  const response = await fetch(`${attacked.target.url}/api/sdk/assets/upload`, {
    method: 'POST',
    headers: { 'x-svc-api-key': key },
    body: form,
  });
  if (response.status !== 200) throw new Error(await response.text());
  return ((await response.json()) as { data: { key: string } }).data.key;
}

/** Leaves after so long, as an attacker does who wants the work done and not its result. */
function askAndLeave(path: string, afterMs: number): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(`${attacked.target.url}/cdn/${path}`, { localAddress: '127.0.0.9', agent: false });
    sent.on('response', (response) => response.resume());
    sent.on('error', () => {});
    sent.on('close', () => resolve());
    sent.end();
    setTimeout(() => sent.destroy(), afterMs);
  });
}

function ask(path: string, from: string): Promise<{ status: number; ms: number }> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${attacked.target.url}/cdn/${path}`, { localAddress: from, agent: false });
    sent.on('response', (response) => {
      void text(response).then(
        () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - started }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

test(`${AVIFS} AVIFs asked for by a client that has disconnected keep neither thumbnails of others nor uploads waiting`, async () => {
  let thumbnail = { status: 0, ms: 0 };
  let uploadMs = 0;
  const beside = await besideSteadyCaller(attacked, async () => {
    const step = Math.floor(SIDE / (AVIFS + 2));
    await Promise.all(
      Array.from({ length: AVIFS }, (_, index) => askAndLeave(`${large}?w=${SIDE - index * step}&f=avif`, 500)),
    );
    // The attack may be repeated, and then finds the thumbnail made.
    const asked = await ask(`${other}?w=100&f=webp`, '127.0.0.4');
    if (asked.ms > thumbnail.ms) thumbnail = asked;
    const started = performance.now();
    await upload(
      await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
      attacked.site.key,
    );
    uploadMs = performance.now() - started;
  });
  process.stdout.write(`thumbnail of another site ${thumbnail.ms.toFixed(0)} ms, upload ${uploadMs.toFixed(0)} ms\n`);
  expect(thumbnail.status).toBe(200);
  expect(thumbnail.ms).toBeLessThan(MAX_THUMBNAIL_MS);
  expect(uploadMs).toBeLessThan(MAX_THUMBNAIL_MS);
  expect(beside.failed).toEqual([]);
});

test(`${VARIANTS} sizes of one image, from many addresses, take a bounded part of the disk and are answered or rejected`, async () => {
  const before = await bytesBelow(join(attacked.target.dataDir, 'files'));
  const counts: Record<number, number> = {};
  const until = Date.now() + MAX_ASKING_MS;
  for (let index = 0; index < VARIANTS && Date.now() < until; index += 4) {
    const batch = Array.from({ length: 4 }, (_, at) =>
      ask(
        `${varied}?w=${VARIED_SIDE - index - at}&q=${100 - (index % 30)}&f=webp`,
        `127.0.1.${1 + (index % ADDRESSES)}`,
      ),
    );
    for (const { status } of await Promise.all(batch)) counts[status] = (counts[status] ?? 0) + 1;
  }
  await delay(500);
  const grown = (await bytesBelow(join(attacked.target.dataDir, 'files'))) - before;
  process.stdout.write(`variants: ${(grown / 1e6).toFixed(1)} MB; answers ${JSON.stringify(counts)}\n`);
  expect(Object.keys(counts).filter((status) => !['200', '400', '429', '503'].includes(status))).toEqual([]);
  expect(counts[200]).toBeGreaterThan(0);
  expect(grown).toBeLessThan(MAX_VARIANT_BYTES);
});

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(file.parentPath, file.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
