import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoKey, install } from '../support/installation.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';

const STOP_LIMIT_MS = 10_000;

let dataDir: string;
let key: string;
let service: ServiceProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-process-'));
  await install(dataDir);
  service = await startProcess({ DATA_DIR: dataDir }, undefined, 'bundle/main.js', undefined, ['--trace-gc']);
  key = await demoKey(dataDir);
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('what the start has made is collected before the service is ready', () => {
  // V8 calls the collections that a program asks for this.
  expect(service.output()).toMatch(/Mark-Compact .* testing;[^]*Lectern is ready/);
});

describe('SIGTERM', () => {
  test('lets a running request finish, takes no new connection, and exits with 0 within 10 seconds', async () => {
    const answer = sendInHalves(`${service.url}/api/sdk/knowledge/documents`, async () => {
      service.child.kill('SIGTERM');
      await refused(service.url);
    });
    const started = Date.now();
    const exit = once(service.child, 'exit');

    const body = { success: true, data: { title: 'Last words' } };
    expect(await answer).toMatchObject({ status: 200, connection: 'close', body });
    expect((await exit)[0]).toBe(0);
    expect(Date.now() - started).toBeLessThan(STOP_LIMIT_MS);
  });

  test('cuts a request that does not end and a connection without one, and still exits with 0 within 10 seconds; what was accepted is kept', async () => {
    service = await startProcess({ DATA_DIR: dataDir });
    const found = await fetch(`${service.url}/api/sdk/knowledge/documents?limit=1`, {
      headers: { 'x-svc-api-key': key },
    });
    expect(await found.json()).toMatchObject({ data: { documents: [{ title: 'Last words' }] } });

    const idle = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(idle, 'connect');
    idle.on('error', () => {});
    const endless = sendInHalves(`${service.url}/api/sdk/knowledge/documents`, () => new Promise(() => {}));
    const cut = expect(endless).rejects.toThrow(/hang up|ECONNRESET/);
    await delay(100);
    const started = Date.now();
    const code = await service.stop();
    await cut;
    expect(code).toBe(0);
    expect(Date.now() - started).toBeLessThan(STOP_LIMIT_MS);
  });
});

/** Sends a document in two halves, with `between` in the middle. */
async function sendInHalves(
  url: string,
  between: () => Promise<void>,
): Promise<{ status: number | undefined; connection: string | undefined; body: unknown }> {
  const body = JSON.stringify({ title: 'Last words', content: 'Said while stopping.' });
  const headers = {
    'x-svc-api-key': key,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const sent = request(url, { method: 'POST', headers });
  const answered = once(sent, 'response');
  sent.write(body.slice(0, 10));
  await Promise.race([answered, delay(200).then(between)]);
  sent.end(body.slice(10));
  const [response] = (await answered) as [import('node:http').IncomingMessage];
  const { connection } = response.headers;
  return { status: response.statusCode, connection, body: JSON.parse(await text(response)) };
}

async function refused(url: string): Promise<void> {
  const refusal = async () =>
    fetch(`${url}/health/live`).then(
      () => 'answered',
      () => 'refused',
    );
  await expect.poll(refusal, { interval: 20 }).toBe('refused');
}
