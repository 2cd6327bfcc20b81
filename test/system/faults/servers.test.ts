import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../../src/adapters/database/embedded.ts';
import { RedisServer } from '../../support/redis-server.ts';
import { type Program, needs } from '../../support/needs.ts';
import { postmasterIn, signalPostgres } from '../support/postgres-process.ts';
import { administer } from '../../support/postgres.ts';
import type { TestSite } from '../../support/site.ts';
import { startWeaviateDouble } from '../../support/weaviate-double.ts';
import { WeaviateServer } from '../support/weaviate-server.ts';
import { type FaultService, type Servers, startFaultService } from './fault-service.ts';
import { FaultyProxy, PROXY_FAULTS, type ProxyFault } from './faulty-proxy.ts';
import { expectServing, expectWorkDone, violationsOf } from './play.ts';
import { type Surface, createSurfaces } from './surfaces.ts';

/** `npm run test:faults` plays every fault, `npm run test:system` those that need no deadline to pass. */
const FULL = process.env['FAULTS'] === 'full';
const PROCESS_FAULTS = ['frozen', 'killed'] as const;
/** `frozen`: the server's process is stopped and its connections stay; `killed`: it is started again. */
type Fault = ProxyFault | (typeof PROCESS_FAULTS)[number];
const ANSWER_LIMIT_MS = 45_000;

/** The server's own process, where it is a real one. */
interface ServerProcess {
  freeze: () => Promise<void> | void;
  thaw: () => Promise<void> | void;
  kill: () => Promise<void>;
  /** Resolves once it serves again. */
  start: () => Promise<void>;
}

/** What the service is given of each server, by way of a proxy. */
interface Opened {
  servers: Servers;
  proxies: FaultyProxy[];
  process?: ServerProcess;
  close: () => Promise<void>;
}

type Open = () => Promise<Opened>;

const DOUBLES: Record<string, Open> = {
  'a double of the models': openModels,
  'a double of Weaviate': openWeaviateDouble,
};
const REAL: Record<string, Open> = {
  PostgreSQL: openPostgres,
  Redis: openRedis,
  Weaviate: openWeaviate,
};
const PROGRAMS: Partial<Record<string, Program>> = { Redis: 'redis-server', Weaviate: 'weaviate-server' };

function faultsOf(name: string): readonly Fault[] {
  if (!FULL) return ['refuse', 'cut'];
  return name in REAL ? [...PROXY_FAULTS, ...PROCESS_FAULTS] : PROXY_FAULTS;
}

/** A server of its own: the run's serves other files. */
async function openPostgres(): Promise<Opened> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-faulty-postgres-'));
  const postgres = await startEmbeddedPostgres({ dataDir: home, durable: false });
  const proxy = await FaultyProxy.start({ path: `${postgres.host}/.s.PGSQL.${postgres.port}` });
  const connection = { user: postgres.user, database: postgres.database, ssl: false };
  return {
    servers: { database: { host: '127.0.0.1', port: proxy.port, ...connection } },
    proxies: [proxy],
    process: {
      freeze: () => signalPostgres(home, 'SIGSTOP'),
      thaw: () => signalPostgres(home, 'SIGCONT'),
      kill: async () => void process.kill(await postmasterIn(home), 'SIGKILL'),
      start: () =>
        expect.poll(() => administer(postgres, async () => 'connected'), { timeout: 30_000 }).toBe('connected'),
    },
    async close() {
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function openModels(): Promise<Opened> {
  const proxies: FaultyProxy[] = [];
  const cohere = async (url: string): Promise<string> => {
    const proxy = await FaultyProxy.start(targetOf(url));
    proxies.push(proxy);
    return urlOf(proxy);
  };
  return { servers: { cohere }, proxies, close: async () => {} };
}

async function openWeaviateDouble(): Promise<Opened> {
  const double = await startWeaviateDouble();
  return { ...(await weaviateBehindProxies(double)), close: () => double.stop() };
}

async function openWeaviate(): Promise<Opened> {
  const server = await WeaviateServer.start();
  return { ...(await weaviateBehindProxies(server)), process: server, close: () => server.stop() };
}

async function weaviateBehindProxies({ url, grpcUrl }: { url: string; grpcUrl: string }) {
  const rest = await FaultyProxy.start(targetOf(url));
  const grpc = await FaultyProxy.start(targetOf(grpcUrl));
  const environment = { WEAVIATE_URL: urlOf(rest), WEAVIATE_GRPC_URL: urlOf(grpc) };
  return { servers: { environment }, proxies: [rest, grpc] };
}

async function openRedis(): Promise<Opened> {
  const server = await RedisServer.start();
  const proxy = await FaultyProxy.start(targetOf(server.url));
  const environment = { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
  return {
    servers: { environment },
    proxies: [proxy],
    process: {
      freeze: () => server.freeze(),
      thaw: () => server.thaw(),
      kill: () => server.stop(),
      start: () => server.start(),
    },
    close: () => server.stop(),
  };
}

function targetOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

function urlOf({ port }: FaultyProxy): string {
  return `http://127.0.0.1:${port}`;
}

async function begin({ proxies, process: server }: Opened, fault: Fault): Promise<void> {
  if (fault === 'frozen') await server?.freeze();
  else if (fault === 'killed') await server?.kill();
  else await Promise.all(proxies.map((proxy) => proxy.begin(fault)));
}

async function end({ proxies, process: server }: Opened, fault: Fault): Promise<void> {
  if (fault === 'frozen') await server?.thaw();
  else if (fault === 'killed') await server?.start();
  else await Promise.all(proxies.map((proxy) => proxy.end()));
}

for (const [name, open] of Object.entries({ ...DOUBLES, ...REAL })) {
  const program = PROGRAMS[name];
  describe(name, program ? needs(program) : {}, () => {
    let opened: Opened;
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

    test.each(faultsOf(name))('fails: %s', { timeout: 300_000 }, async (fault) => {
      await begin(opened, fault);
      const violations = await Promise.all(surfaces.map((surface) => violationsOf(surface, ANSWER_LIMIT_MS)));
      await end(opened, fault);
      await expectServing(surfaces);
      await expectWorkDone(site);
      expect(violations.flat()).toEqual([]);
    });
  });
}
