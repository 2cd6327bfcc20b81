import type { Client as Database } from 'pg';
import { documentOf } from './documents.ts';
import { addDocuments } from './ingestion.ts';
import { Load } from './load.ts';
import { cpuOfTree, memoryOfTree } from './processes.ts';
import type { Sides } from './measure.ts';
import { SCENARIOS } from './scenarios.ts';
import { searchFor } from './searches.ts';
import { seedSite } from './seed.ts';

const ITEMS = 10_000;
const DOCUMENTS = 1_000;
const CONNECTIONS = 10;
/** Between two requests of a connection, so that the load is the same on machines of different speed. */
const PAUSE_MS = 30;
/** Parts of the load after which the memory is shown. */
const PARTS = 6;
/** Requests of which one is a search and one a creation. */
const CYCLE = 20;

export interface LongLoad {
  minutes: number;
  requests: number;
  /** Processor time of the service per request. */
  nodeMs: number;
  idleMb: number;
  /** Resident memory of the service after each part. */
  memoryMb: number[];
  /** The part of it that is mapped files: the program and the vector index. */
  mappedMb: number[];
}

/** Reads, a search and a creation in turns, for minutes: what the memory of the service grows to. */
export async function measureLongLoad(sides: Sides, database: Database, minutes: number): Promise<LongLoad> {
  const { url, pid } = sides.service;
  const idleMb = await memoryOfTree(pid);
  const site = await seedSite(url, database, ITEMS, false);
  const load = new Load(url, CONNECTIONS);
  await addDocuments(load, site.key, 0, DOCUMENTS);
  const create = SCENARIOS.filter(({ writes }) => writes);
  const reads = SCENARIOS.filter(({ writes, isOwn, isRevalidation }) => !writes && !isOwn && !isRevalidation);
  let requests = 0;
  const callOf = (n: number) => {
    if (n % CYCLE === 0) return searchFor(site.key, documentOf((n * 31) % DOCUMENTS));
    const scenarios = n % CYCLE === 1 ? create : reads;
    const scenario = scenarios[n % scenarios.length];
    if (!scenario) throw new Error('There is no such scenario');
    return scenario.service(site, n);
  };
  const cpuBefore = await cpuOfTree(pid);
  const memoryMb: number[] = [];
  const mappedMb: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    await load.run((minutes * 60_000) / PARTS, CONNECTIONS, 200, () => callOf(requests++), PAUSE_MS);
    memoryMb.push(await memoryOfTree(pid));
    mappedMb.push(await memoryOfTree(pid, 'RssFile'));
    process.stdout.write(`${memoryMb.at(-1)?.toFixed(0)} MB after ${requests} requests\n`);
  }
  load.close();
  return { minutes, requests, nodeMs: ((await cpuOfTree(pid)) - cpuBefore) / requests, idleMb, memoryMb, mappedMb };
}

export function longLoadReport({ minutes, requests, nodeMs, idleMb, memoryMb, mappedMb }: LongLoad): string {
  const mb = [idleMb, ...memoryMb].map((each) => each.toFixed(0)).join(', ');
  const mapped = mappedMb.map((each) => each.toFixed(0)).join(', ');
  const parts = `resident MB of the service at first and after each ${(minutes / PARTS).toFixed(0)} minutes (of it mapped files)`;
  return [
    `| load of ${minutes} minutes | requests | node ms | ${parts} |`,
    '|---|--:|--:|--:|',
    `| reads, searches and creations over ${CONNECTIONS} connections | ${requests.toLocaleString('en')} | ${nodeMs.toFixed(2)} | ${mb} (${mapped}) |`,
  ].join('\n');
}
