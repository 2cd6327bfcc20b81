import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface SteadyCallerOptions {
  url: string;
  key: string;
  /** The loopback address that it calls from. */
  from: string;
  pauseMs: number;
}

export interface Sample {
  ms: number;
  /** 0: no answer. */
  status: number;
}

const { url, key, from, pauseMs } = workerData as SteadyCallerOptions;
const agent = new Agent({ keepAlive: true, localAddress: from });
const CALLS: readonly [method: string, path: string, body?: string][] = [
  ['GET', '/api/sdk/content?limit=20'],
  ['POST', '/api/sdk/rag/search', '{"query":"how is a brake adjusted","maxResults":5}'],
  ['GET', '/api/sdk/content?type=article&search=item&limit=5'],
  ['POST', '/graphql', '{"query":"{ contents(page: { limit: 10 }) { total items { id title } } }"}'],
];

for (let count = 0; ; count += 1) {
  const [method, path, body] = CALLS[count % CALLS.length] as (typeof CALLS)[number];
  const started = performance.now();
  const status = await call(method, path, body).catch(() => 0);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
  parentPort?.postMessage({ ms: performance.now() - started, status } satisfies Sample);
  await delay(pauseMs);
}

function call(method: string, path: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-svc-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const sent = request(`${url}${path}`, { method, agent, headers, timeout: 60_000 }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
    });
    sent.once('error', reject);
    sent.once('timeout', () => sent.destroy(new Error('no answer')));
    sent.end(body);
  });
}
