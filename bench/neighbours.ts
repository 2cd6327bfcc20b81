import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../src/adapters/database/embedded.ts';
import { quantile } from './eval/measures.ts';
import { NEIGHBOUR_LOADS, type NeighbourLoad } from './neighbours/loads.ts';
import { type LoadedSite, addChunks } from './neighbours/loaded-site.ts';
import { type Answers, sendUntil } from './neighbours/send-until.ts';
import type { Call } from './speed/load.ts';
import { type Process, startBenchedService } from './speed/processes.ts';
import { seedSite } from './speed/seed.ts';
import { timesOfReads } from './speed/steady-reads.ts';

/** Items of the site whose list is measured, and of the one that makes the load. */
const ITEMS = 1_000;
const LOADED_ITEMS = 20_000;
const READ_EVERY_MS = 20;
const CONNECTIONS = 10;
const CLIENTS = 3;
const WARM_UP_MS = 2_000;
/** After a load, until what it has left in queues is done. */
const REST_MS = 2_000;

interface Times {
  p50: number;
  p95: number;
}

/**
 * `npm run bench:neighbours`: how long the list of one site takes while another site makes a load, beside what it takes
 * in quiet. `--only=<part of a name>` measures some loads, `--chunks=` and `--seconds=` change their size and time,
 * `--profile=<folder>` has V8 write processor profiles of the service there.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      chunks: { type: 'string', default: '40000' },
      seconds: { type: 'string', default: '5' },
      profile: { type: 'string' },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'lectern-neighbours-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  const { host, port, user, database: name } = postgres;
  const url = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  const turnsFile = join(folder, 'turns');
  const service = await startBenchedService(url, join(folder, 'data'), values.profile, {
    LOOP_TURNS_FILE: turnsFile,
    NODE_OPTIONS: `--import ${new URL('neighbours/loop-turns.ts', import.meta.url).href}`,
  });
  const database = new Client({ host, port, user, database: name, ssl: false });
  await database.connect();
  try {
    const loads = NEIGHBOUR_LOADS.filter((load) => values.only.split(',').some((part) => load.name.includes(part)));
    const chunks = loads.some(({ searches }) => searches) ? Number(values.chunks) : 0;
    await measureAll(service, database, { turnsFile, loads, chunks, milliseconds: Number(values.seconds) * 1_000 });
  } finally {
    await database.end();
    await service.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Plan {
  /** Gets the processor time of long turns of the event loop. */
  turnsFile: string;
  loads: readonly NeighbourLoad[];
  chunks: number;
  milliseconds: number;
}

async function measureAll(
  { url }: Process,
  database: Client,
  { turnsFile, loads, chunks, milliseconds }: Plan,
): Promise<void> {
  const neighbour = await seedSite(url, database, ITEMS, false);
  const busy = await seedSite(url, database, LOADED_ITEMS, false);
  const site: LoadedSite = { url, database, key: busy.key, siteId: busy.siteId, itemIds: busy.ids };
  if (chunks > 0) await addChunks(site, chunks);
  const list: Call = {
    method: 'GET',
    path: '/api/sdk/content?limit=20',
    headers: { 'x-svc-api-key': neighbour.key },
  };
  const measure = (work: Promise<unknown>): Promise<Times> => timesOf({ url, list }, work);
  await measure(delay(WARM_UP_MS));
  print(
    '| load of another site | quiet p50, p95 ms | loaded p50, p95 ms | ratio p50, p95 | turns above 8 ms, longest | answers a second | by status |',
  );
  print('|---|--:|--:|--:|--:|--:|---|');
  for (const load of loads) {
    const nextCall = await load.prepare(site).catch((error: unknown) => print(`${load.name}: ${String(error)}`));
    if (!nextCall) continue;
    const quiet = await measure(delay(milliseconds));
    const stop = new AbortController();
    const sending = sendUntil(url, { clients: load.clients ?? CLIENTS, nextCall, signal: stop.signal });
    await delay(WARM_UP_MS);
    await rm(turnsFile, { force: true });
    const loaded = await measure(delay(milliseconds));
    const turns = (await readFile(turnsFile, 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number);
    stop.abort();
    print(rowOf(load.name, { quiet, loaded, turns }, await sending));
    await delay(REST_MS);
  }
}

async function timesOf({ url, list }: { url: string; list: Call }, work: Promise<unknown>): Promise<Times> {
  const times = await timesOfReads({ url, call: list, connections: CONNECTIONS, everyMs: READ_EVERY_MS }, work);
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

function rowOf(
  name: string,
  { quiet, loaded, turns }: { quiet: Times; loaded: Times; turns: readonly number[] },
  answers: Answers,
): string {
  const pair = (one: number, other: number): string => `${one.toFixed(1)}, ${other.toFixed(1)}`;
  const statuses = [...answers.byStatus].map(([status, count]) => `${count} × ${status}`).join(', ');
  return `| ${[
    name,
    pair(quiet.p50, quiet.p95),
    pair(loaded.p50, loaded.p95),
    pair(loaded.p50 / quiet.p50, loaded.p95 / quiet.p95),
    `${turns.length}, ${Math.max(0, ...turns).toFixed(0)}`,
    answers.perSecond.toFixed(1),
    statuses,
  ].join(' | ')} |`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
