import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FaultyProxy } from '../../faults/faulty-proxy.ts';
import { Target, type TargetSite } from '../../support/target.ts';
import { type WeaviateDouble, startWeaviateDouble } from '../../support/weaviate-double.ts';
import { FULL } from '../use-target.ts';

const AWAY_MS = FULL ? 180_000 : 15_000;

let double: WeaviateDouble;
let proxies: FaultyProxy[];
let target: Target;
let site: TargetSite;
let key: Record<string, string>;

const targetOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });
const environment = () => {
  const [url, grpcUrl] = proxies.map(({ port }) => `http://127.0.0.1:${port}`);
  return { WEAVIATE_URL: url ?? '', WEAVIATE_GRPC_URL: grpcUrl ?? '' };
};
const begin = (fault: 'refuse' | 'hang') => Promise.all(proxies.map((proxy) => proxy.begin(fault)));
const end = () => Promise.all(proxies.map((proxy) => proxy.end()));

beforeAll(async () => {
  double = await startWeaviateDouble();
  proxies = await Promise.all([double.url, double.grpcUrl].map((url) => FaultyProxy.start(targetOf(url))));
  target = await Target.start(environment());
  site = await target.site('indexed');
  key = { 'x-svc-api-key': site.key };
  await write('Brakes');
  await found('Brakes', 20_000);
});
afterAll(async () => {
  await target?.stop();
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await double.stop();
});

async function write(title: string): Promise<void> {
  const { status, text } = await target.rest('POST', '/knowledge/documents', key, {
    title,
    content: `All of ${title}.`,
  });
  expect(status, text).toBe(200);
}

async function search(query: string): Promise<{ status: number; text: string; ms: number }> {
  const started = Date.now();
  const { status, text } = await target.rest('POST', '/rag/search', key, { query });
  return { status, text, ms: Date.now() - started };
}

/** Milliseconds until a search finds the document. */
async function found(title: string, withinMs: number): Promise<number> {
  const started = Date.now();
  for (;;) {
    const { status, text } = await search(title);
    if (status === 200 && text.includes(`All of ${title}.`)) return Date.now() - started;
    if (Date.now() - started > withinMs) throw new Error(`${title} is not found: ${status} ${text.slice(0, 300)}`);
    await delay(50);
  }
}

describe('while the index is away', () => {
  test('a dead one is answered with 503 within a second, and searches work within two seconds of its return', async () => {
    await begin('refuse');
    const answers = [await search('Brakes'), await search('Brakes'), await search('Brakes')];
    await end();
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(1_000);
    expect(await found('Brakes', 10_000)).toBeLessThan(2_000);
  });

  test('a hanging one is answered with 503 within 2.5 seconds', async () => {
    await begin('hang');
    const answers = [await search('Brakes'), await search('Brakes')];
    await end();
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(2_500);
    expect(await found('Brakes', 10_000)).toBeLessThan(2_000);
  });

  test(
    `what is written in ${AWAY_MS / 1_000} s of absence is indexed on its return`,
    { timeout: AWAY_MS + 60_000 },
    async () => {
      await begin('refuse');
      await write('Pedals');
      await delay(AWAY_MS);
      await end();
      await found('Pedals', 20_000);
      const { text } = await target.rest('GET', '/knowledge/documents', key);
      expect(text).not.toContain('"status":"failed"');
    },
  );
});

test('a start without the index serves, is not ready, and says why', async () => {
  await begin('refuse');
  const other = await Target.start(environment());
  try {
    const ready = await fetch(`${other.url}/health/ready`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('vector index')]);
    expect((await fetch(`${other.url}/health/live`)).status).toBe(200);
  } finally {
    await end();
    await other.stop();
  }
});
