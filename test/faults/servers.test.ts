import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestSite } from '../support/site.ts';
import { type WeaviateDouble, startWeaviateDouble } from '../support/weaviate-double.ts';
import { type FaultService, type Servers, startFaultService } from './fault-service.ts';
import { FaultyProxy, PROXY_FAULTS, type ProxyFault } from './faulty-proxy.ts';
import { expectServing, expectWorkDone, violationsOf } from './play.ts';
import { type Surface, createSurfaces } from './surfaces.ts';

/** `npm run test:faults` plays every fault, `npm test` those that need no deadline to pass. */
const FULL = process.env['FAULTS'] === 'full';
const FAULTS: readonly ProxyFault[] = FULL ? PROXY_FAULTS : ['refuse', 'cut'];
const ANSWER_LIMIT_MS = 45_000;

const targetOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });

/** What the service is given of each server, by way of a proxy. */
interface Kind {
  open: () => Promise<{ servers: Servers; proxies: FaultyProxy[]; close: () => Promise<void> }>;
}

const KINDS: Record<string, Kind> = {
  PostgreSQL: {
    async open() {
      const proxies: FaultyProxy[] = [];
      const database: Servers['database'] = async ({ host, port, user, name }) => {
        const proxy = await FaultyProxy.start({ path: `${host}/.s.PGSQL.${port}` });
        proxies.push(proxy);
        return { host: '127.0.0.1', port: proxy.port, user, database: name, ssl: false };
      };
      return { servers: { database }, proxies, close: async () => {} };
    },
  },
  'the models': {
    async open() {
      const proxies: FaultyProxy[] = [];
      const cohere = async (url: string): Promise<string> => {
        const proxy = await FaultyProxy.start(targetOf(url));
        proxies.push(proxy);
        return `http://127.0.0.1:${proxy.port}`;
      };
      return { servers: { cohere }, proxies, close: async () => {} };
    },
  },
  Weaviate: {
    async open() {
      const double: WeaviateDouble = await startWeaviateDouble();
      const proxies = [
        await FaultyProxy.start(targetOf(double.url)),
        await FaultyProxy.start(targetOf(double.grpcUrl)),
      ];
      const [rest, grpc] = proxies.map(({ port }) => `http://127.0.0.1:${port}`);
      const environment = { WEAVIATE_URL: rest ?? '', WEAVIATE_GRPC_URL: grpc ?? '' };
      return { servers: { environment }, proxies, close: () => double.stop() };
    },
  },
  ...(hasRedis() ? { Redis: { open: openRedis } } : {}),
};

function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version']);
    return true;
  } catch {
    process.stdout.write('No redis-server here: its faults are not tried.\n');
    return false;
  }
}

async function openRedis() {
  const probe = await FaultyProxy.start({ host: '127.0.0.1', port: 1 });
  const { port } = probe;
  await probe.stop();
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server: ChildProcess = spawn('redis-server', flags, { stdio: 'ignore' });
  await delay(500);
  const proxy = await FaultyProxy.start({ host: '127.0.0.1', port });
  const close = async (): Promise<void> => {
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    await exit;
  };
  return { servers: { environment: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` } }, proxies: [proxy], close };
}

describe.each(Object.entries(KINDS))('%s', (_name, { open }) => {
  let opened: Awaited<ReturnType<Kind['open']>>;
  let running: FaultService;
  let site: TestSite;
  let surfaces: Surface[];

  beforeAll(async () => {
    opened = await open();
    running = await startFaultService(opened.servers);
    ({ site, surfaces } = await createSurfaces(running));
    await expectServing(surfaces);
  });
  afterAll(async () => {
    await Promise.all(opened.proxies.map((proxy) => proxy.end()));
    await running?.stop();
    await Promise.all(opened.proxies.map((proxy) => proxy.stop()));
    await opened.close();
  });

  test.each(FAULTS)('fails: %s', { timeout: 300_000 }, async (fault) => {
    await Promise.all(opened.proxies.map((proxy) => proxy.begin(fault)));
    const violations = await Promise.all(surfaces.map((surface) => violationsOf(surface, ANSWER_LIMIT_MS)));
    await Promise.all(opened.proxies.map((proxy) => proxy.end()));
    await expectServing(surfaces);
    await expectWorkDone(site);
    expect(violations.flat()).toEqual([]);
  });
});
