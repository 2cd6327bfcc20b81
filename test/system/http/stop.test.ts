import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { COHERE_KEY, type CohereDouble, startCohereDouble } from '../../support/cohere-double.ts';
import { ProductionProcess, productionGround } from '../support/production.ts';

const LIMIT_MS = 10_000;

let ground: Awaited<ReturnType<typeof productionGround>>;
let cohere: CohereDouble;
let service: ProductionProcess;
let url: string;
let key: string;
let client: Client;

beforeAll(async () => {
  ground = await productionGround();
  const { host, port, user, name } = ground.database;
  client = new Client({ host, port, user, database: name });
  await client.connect();
  // A model that answers what is searched for, and lets every document wait for ever.
  cohere = await startCohereDouble({
    '/v2/embed': ({ input_type: type, output_dimension: dimension }) =>
      type === 'search_query'
        ? { status: 200, answer: { embeddings: { float: [Array.from({ length: Number(dimension) }, () => 0.1)] } } }
        : new Promise(() => {}),
  });
});
afterAll(async () => {
  await client.end();
  await cohere.close();
  await ground.remove();
});

beforeEach(async () => {
  service = ProductionProcess.start({
    ...ground.environment,
    COHERE_API_KEY: COHERE_KEY,
    COHERE_BASE_URL: cohere.url,
  });
  url = (await service.ready()).address;
  key ??= await service.newKey();
});
afterEach(ProductionProcess.killAll);

async function halfHead(path: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: lectern\r\n`);
  return socket;
}

describe('SIGTERM in production', () => {
  test('lets a request finish, cuts what does not end, hands back the job, and exits with 0 within 10 seconds', async () => {
    expect((await post('/knowledge/documents', { title: 'Endless', content: 'It is never embedded.' })).status).toBe(
      200,
    );
    await expect.poll(jobs).toMatchObject([{ status: 'running', attempts: 1 }]);
    cohere.failChat({ kind: 'stallAfter', events: 3 });
    const chat = await open('/api/sdk/agent/chat', { message: 'How long?' }, { accept: 'text/event-stream' });
    const upload = halfUpload();
    const slow = halfDocument();
    // Still sending their heads: connections that are at work, on which answers of the stopping service can be read.
    const [probe, late] = await Promise.all(['/health/ready', '/health/live'].map(halfHead));
    await delay(300);

    const started = performance.now();
    service.child.kill('SIGTERM');
    await expect.poll(() => accepts(url)).toBe(false);
    for (const half of [probe, late]) half?.write('\r\n');
    expect(await text(probe!)).toMatch(/^HTTP\/1\.1 503 [^]*"status":"stopping"/);
    expect(await text(late!)).toMatch(/^HTTP\/1\.1 200 /);
    slow.sent.end(slow.rest);
    const [answer] = (await slow.answered) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(await text(answer))).toMatchObject({ success: true, data: { title: 'Slow' } });

    await expect(chat.ended).rejects.toThrow(/aborted|ECONNRESET/);
    await expect(upload).rejects.toThrow(/hang up|ECONNRESET|EPIPE/);
    expect(await service.ended()).toBe(0);
    expect(performance.now() - started).toBeLessThan(LIMIT_MS);
    expect(await jobs()).toMatchObject([
      { status: 'queued', attempts: 0, lease: null },
      { status: 'queued', attempts: 0, lease: null },
    ]);
  });

  test('a second signal ends it at once; the pair that npm makes of one Ctrl-C does not', async () => {
    cohere.failChat({ kind: 'stallAfter', events: 3 });
    const chat = await open('/api/sdk/agent/chat', { message: 'How long?' }, { accept: 'text/event-stream' });
    const cut = expect(chat.ended).rejects.toThrow(/aborted|ECONNRESET/);
    service.child.kill('SIGINT');
    service.child.kill('SIGINT');
    await delay(700);
    expect(service.child.exitCode).toBeNull();
    const started = performance.now();
    service.child.kill('SIGTERM');
    expect(await service.ended()).toBe(1);
    expect(performance.now() - started).toBeLessThan(1_000);
    await cut;
  });
});

function post(path: string, body: object): Promise<Response> {
  return fetch(`${url}/api/sdk${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': key },
    body: JSON.stringify(body),
  });
}

async function jobs(): Promise<object[]> {
  const { rows } = await client.query<object>('select kind, status, attempts, lease from job order by created_at');
  return rows;
}

/** Resolves with the first piece of the answer. */
async function open(path: string, body: object, headers: Record<string, string>): Promise<{ ended: Promise<string> }> {
  const sent = request(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': key, ...headers },
  });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return { ended: text(response) };
}

function halfDocument(): { sent: ClientRequest; rest: string; answered: Promise<unknown[]> } {
  const body = JSON.stringify({ title: 'Slow', content: 'Said while stopping.' });
  const headers = { 'content-type': 'application/json', 'x-svc-api-key': key, 'content-length': body.length };
  const sent = request(`${url}/api/sdk/knowledge/documents`, { method: 'POST', headers });
  sent.write(body.slice(0, 10));
  return { sent, rest: body.slice(10), answered: once(sent, 'response') };
}

/** An upload whose sender goes silent in the middle of the file. */
function halfUpload(): Promise<unknown[]> {
  const sent = request(`${url}/api/sdk/assets/upload`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-svc-api-key': key },
  });
  sent.write(
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nhalf',
  );
  const answered = once(sent, 'response');
  answered.catch(() => {});
  return answered;
}

async function accepts(address: string): Promise<boolean> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
