import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { needsUnless } from '../../../support/needs.ts';
import { NO_MOUNT, SmallDisk } from '../../support/small-disk.ts';
import { FULL, useTarget } from '../use-target.ts';

const FULL_MS = FULL ? 60_000 : 15_000;
const LIMIT_MS = 60_000;
const WRITERS = 4;
const PAGE = 100;

const disk = SmallDisk.mount(400);

describe('a full disk', needsUnless(disk ? undefined : NO_MOUNT), () => {
  const attacked = useTarget({}, () => join(disk?.folder ?? '', 'data'));
  afterAll(() => disk?.unmount());

  const accepted: string[] = [];

  async function write(): Promise<number> {
    const title = `Document ${Math.random()}`;
    const content = 'A sentence that takes place on the disk. '.repeat(1_000);
    const { status } = await attacked.target.rest('POST', '/knowledge/documents', attacked.key, { title, content });
    if (status === 200) accepted.push(title);
    return status;
  }

  async function upload(): Promise<number> {
    const form = new FormData();
    form.append('file', new Blob(['Some text. '.repeat(10_000)], { type: 'text/plain' }), 'a.txt');
    const path = `${attacked.target.url}/api/sdk/assets/upload`;
    const response = await fetch(path, { method: 'POST', headers: attacked.key, body: form });
    await response.arrayBuffer();
    return response.status;
  }

  const read = async () => (await attacked.target.rest('GET', '/content', attacked.key)).status;
  const calls = { read, write, upload };

  /** How often each status was answered. */
  async function statusesUntil(until: number, call: () => Promise<number>): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    while (Date.now() < until) {
      const status = await call();
      counts[status] = (counts[status] ?? 0) + 1;
      await delay(50);
    }
    return counts;
  }

  /** Takes again what the server gives free, such as a log that it wrote in vain. */
  async function fillUntil(until: number): Promise<void> {
    while (Date.now() < until) {
      await disk?.fill();
      await delay(500);
    }
  }

  /** The status of every document by its title. */
  async function documents(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (let offset = 0; offset === found.size; offset += PAGE) {
      const path = `/knowledge/documents?limit=${PAGE}&offset=${offset}`;
      const { data } = await attacked.target.rest<{ documents: { title: string; status: string }[] }>(
        'GET',
        path,
        attacked.key,
      );
      for (const { title, status } of data.documents) found.set(title, status);
    }
    return found;
  }

  test(
    `for ${FULL_MS / 1_000} s is answered with 503, and by itself served again once there is space`,
    { timeout: FULL_MS + 4 * LIMIT_MS },
    async () => {
      for (const call of Object.values(calls)) expect(await call()).toBe(200);
      await disk?.fill();
      const until = Date.now() + FULL_MS;
      const [reads, uploads, writes] = await Promise.all([
        statusesUntil(until, read),
        statusesUntil(until, upload),
        Promise.all(Array.from({ length: WRITERS }, () => statusesUntil(until, write))),
        fillUntil(until),
      ]);
      process.stdout.write(`full for ${FULL_MS / 1_000} s: ${JSON.stringify({ reads, uploads, writes })}\n`);

      await disk?.free();
      const freed = performance.now();
      for (const call of Object.values(calls)) await expect.poll(call, { timeout: LIMIT_MS, interval: 250 }).toBe(200);
      process.stdout.write(`served ${(performance.now() - freed).toFixed(0)} ms after it was freed\n`);
      await expect
        .poll(async () => new Set((await documents()).values()), { timeout: LIMIT_MS })
        .toEqual(new Set(['completed']));
      const stored = await documents();
      expect(accepted.filter((title) => !stored.has(title))).toEqual([]);
      const statuses = [reads, uploads, ...writes].flatMap((counts) => Object.keys(counts));
      const others = statuses.filter((status) => !['200', '503'].includes(status));
      expect(others, attacked.target.service.output().slice(-4_000)).toEqual([]);
      expect(statuses).toContain('503');
    },
  );
});
