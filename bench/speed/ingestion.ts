import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client as Database } from 'pg';
import { createSite } from '../eval/client.ts';
import { type BareSteps, measureBareSteps } from './bare-ingestion.ts';
import { documentOf } from './documents.ts';
import { type Call, Load } from './load.ts';
import { ADMIN_KEY, cpuOfSessions, cpuOfTree, memoryOfTree, usedBySessions } from './processes.ts';
import type { Sides } from './measure.ts';
import { percentileOfReads } from './steady-reads.ts';

const CONNECTIONS = 10;
const POLL_MS = 100;
const READ_EVERY_MS = 20;
const IDLE_MS = 5_000;
const WARM_UP = 200;
/** Added while reads come. */
const BESIDE_READS = 600;
/** The parts of a load for which the memory is shown. */
const QUARTERS = [0.25, 0.5, 0.75, 1];

export interface Ingestion {
  documents: number;
  bare: BareSteps;
  /** From the first request until searches find all. */
  wallMs: number;
  /** Processor time of the service and of PostgreSQL. */
  nodeMs: number;
  postgresMs: number;
  /** After each quarter of the documents. */
  memoryMb: number[];
  /** The part of it that is mapped files, mostly of the vector index. */
  mappedMb: number[];
  /** Of a GET by id, 95th percentile in ms: without a load and during another one. */
  idleReadMs: number;
  loadedReadMs: number;
  /** Documents a second of that other load, until searches find them. */
  besideReads: number;
}

/** Documents through the API until searches find them; then others with reads beside them. */
export async function measureIngestion(sides: Sides, database: Database, documents: number): Promise<Ingestion> {
  const { url, pid } = sides.service;
  const { siteId, key, client } = await createSite(url, ADMIN_KEY);
  const { data } = await client.call<{ data: { _id: string } }>('POST', '/api/sdk/content', READ_ITEM);
  const read: Call = { method: 'GET', path: `/api/sdk/content/${data._id}`, headers: { 'x-svc-api-key': key } };
  const reads = { url, call: read, connections: CONNECTIONS, everyMs: READ_EVERY_MS };
  const load = new Load(url, CONNECTIONS);
  const searchable = async (): Promise<number> => countSearchable(database, siteId);
  const add = async (from: number, to: number): Promise<void> => addDocuments(load, key, from, to);

  await add(documents, documents + WARM_UP);
  await until(async () => (await searchable()) === WARM_UP);
  const idleReadMs = await percentileOfReads(reads, delay(IDLE_MS));

  const before = {
    node: await cpuOfTree(pid),
    postgres: await cpuOfSessions(sides.postgresPid),
    at: performance.now(),
  };
  const memoryMb: number[] = [];
  const mappedMb: number[] = [];
  const adding = add(0, documents);
  for (const quarter of QUARTERS) {
    await until(async () => (await searchable()) >= WARM_UP + Math.floor(documents * quarter));
    memoryMb.push(await memoryOfTree(pid));
    mappedMb.push(await memoryOfTree(pid, 'RssFile'));
  }
  await adding;
  const wallMs = performance.now() - before.at;
  const nodeMs = (await cpuOfTree(pid)) - before.node;
  const postgresMs = usedBySessions(before.postgres, await cpuOfSessions(sides.postgresPid));
  const all = documents + WARM_UP;
  const beganAt = performance.now();
  const loading = add(all, all + BESIDE_READS).then(() =>
    until(async () => (await searchable()) === all + BESIDE_READS),
  );
  const loadedReadMs = await percentileOfReads(reads, loading);
  const besideReads = (1000 * BESIDE_READS) / (performance.now() - beganAt);
  load.close();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-index-'));
  const bare = await measureBareSteps(documents, join(folder, 'index'));
  await rm(folder, { recursive: true, force: true });
  return { documents, bare, wallMs, nodeMs, postgresMs, memoryMb, mappedMb, idleReadMs, loadedReadMs, besideReads };
}

const READ_ITEM = {
  externalId: 'read',
  type: 'article',
  title: 'Read during the load',
  status: 'draft',
  content: 'A body.',
};

export async function addDocuments(load: Load, key: string, from: number, to: number): Promise<void> {
  let next = from;
  const caller = async (): Promise<void> => {
    while (next < to) {
      const body = JSON.stringify(documentOf(next++));
      const headers = { 'content-type': 'application/json', 'x-svc-api-key': key };
      const { status, text } = await load.send({ method: 'POST', path: '/api/sdk/knowledge/documents', headers, body });
      if (status !== 200) throw new Error(`A document was answered with ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
}

export async function countSearchable(database: Database, siteId: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from knowledge_source where site_id = $1 and generation = revision and kind = 'document'`,
    [siteId],
  );
  return rows[0]?.count ?? 0;
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await delay(POLL_MS);
}

export function ingestionReport({ documents, bare, ...measured }: Ingestion): string {
  const { chunks, chunkingMs, embeddingMs, indexMs } = bare;
  const bareMs = chunkingMs + embeddingMs + indexMs;
  const { wallMs, nodeMs, postgresMs, memoryMb, mappedMb, idleReadMs, loadedReadMs, besideReads } = measured;
  const perSecond = (count: number) => ((1000 * count) / wallMs).toFixed(0);
  const each = (ms: number) => (ms / documents).toFixed(2);
  const rows: [string, string][] = [
    ['documents; chunks', `${documents.toLocaleString('en')}; ${chunks.toLocaleString('en')}`],
    ['until searches find them, documents/s; chunks/s', `${perSecond(documents)}; ${perSecond(chunks)}`],
    [
      'bare chunking + embedding + index, ms a document',
      `${each(chunkingMs)} + ${each(embeddingMs)} + ${each(indexMs)} = ${each(bareMs)}`,
    ],
    [
      'service + PostgreSQL, ms of processor time a document',
      `${each(nodeMs)} + ${each(postgresMs)} = ${each(nodeMs + postgresMs)}`,
    ],
    ['bare time / time until searchable', `**${(bareMs / wallMs).toFixed(2)}**`],
    ['bare time / processor time of the service', `**${(bareMs / nodeMs).toFixed(2)}**`],
    ['RSS MB after each quarter', memoryMb.map((mb) => mb.toFixed(0)).join(', ')],
    ['of it mapped files', mappedMb.map((mb) => mb.toFixed(0)).join(', ')],
    [
      `GET by id, 95th percentile ms: idle; during a load of ${BESIDE_READS} documents`,
      `${idleReadMs.toFixed(1)}; ${loadedReadMs.toFixed(1)} (**${(loadedReadMs / idleReadMs).toFixed(1)}**)`,
    ],
    ['documents/s of that load', besideReads.toFixed(0)],
  ];
  return ['| ingestion | |', '|---|--:|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');
}
