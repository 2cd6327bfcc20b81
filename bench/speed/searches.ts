import { setTimeout as delay } from 'node:timers/promises';
import type { Client as Database } from 'pg';
import { createSite } from '../eval/client.ts';
import { quantile } from '../eval/measures.ts';
import { type NewDocument, documentOf } from './documents.ts';
import { addDocuments, countSearchable } from './ingestion.ts';
import { type Call, Load } from './load.ts';
import type { Sides } from './measure.ts';
import { ADMIN_KEY, cpuOfSessions, cpuOfTree, usedBySessions } from './processes.ts';

const CHUNKS_A_DOCUMENT = 3;
const POLL_MS = 200;
const WARM_UP = 20;
const RESULTS = 10;

export interface SearchFigure {
  chunks: number;
  searches: number;
  /** Until the first search is answered: before, the service reads the index of the site. */
  loadMs: number;
  /** Of one search at a time. */
  p50: number;
  p95: number;
  /** Processor time per search. */
  nodeMs: number;
  postgresMs: number;
}

/** Hybrid searches of a site with about so many chunks, one at a time, each for words of another document. */
export async function measureSearches(
  { service: { url, pid }, postgresPid }: Sides,
  database: Database,
  { chunks, searches }: { chunks: number; searches: number },
): Promise<SearchFigure> {
  const { siteId, key } = await createSite(url, ADMIN_KEY);
  const documents = Math.ceil(chunks / CHUNKS_A_DOCUMENT);
  const load = new Load(url, 10);
  await addDocuments(load, key, 0, documents);
  while ((await countSearchable(database, siteId)) < documents) await delay(POLL_MS);
  const search = async (n: number): Promise<number> => {
    const call = searchFor(key, documentOf((n * 31) % documents));
    const startedAt = performance.now();
    const { status, text } = await load.send(call);
    const ms = performance.now() - startedAt;
    const found = status === 200 && (JSON.parse(text) as { data: { results: unknown[] } }).data.results.length > 0;
    if (!found) throw new Error(`A search found nothing: ${status} ${text.slice(0, 500)}`);
    return ms;
  };
  // PostgreSQL does it by itself within a minute or two.
  await database.query('analyze');
  const loadMs = await firstAnswer(load, searchFor(key, documentOf(0)));
  for (let n = 0; n < WARM_UP; n++) await search(n);
  const cpu = async () => ({ node: await cpuOfTree(pid), postgres: await cpuOfSessions(postgresPid) });
  const before = await cpu();
  const times: number[] = [];
  for (let n = 0; n < searches; n++) times.push(await search(WARM_UP + n));
  const after = await cpu();
  load.close();
  return {
    chunks: documents * CHUNKS_A_DOCUMENT,
    searches,
    loadMs,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    nodeMs: (after.node - before.node) / searches,
    postgresMs: usedBySessions(before.postgres, after.postgres) / searches,
  };
}

/** Searches that end at their deadline meanwhile are repeated. */
async function firstAnswer(load: Load, call: Call): Promise<number> {
  const startedAt = performance.now();
  while ((await load.send(call)).status === 503) await delay(POLL_MS);
  return performance.now() - startedAt;
}

/** A hybrid search for words of the document. */
export function searchFor(key: string, { content }: NewDocument): Call {
  const words = content.split(' ');
  const query = [7, 70, 300].map((at) => words[at]).join(' ');
  const body = JSON.stringify({ query, searchType: 'hybrid', maxResults: RESULTS });
  const headers = { 'content-type': 'application/json', 'x-svc-api-key': key };
  return { method: 'POST', path: '/api/sdk/rag/search', headers, body };
}

export function searchReport(figures: readonly SearchFigure[]): string {
  return [
    '| hybrid search of a site, one at a time | first answer after s | searches | p50 ms | p95 ms | node ms | PostgreSQL ms |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...figures.map(({ chunks, loadMs, searches, p50, p95, nodeMs, postgresMs }) => {
      const times = [p50, p95, nodeMs, postgresMs].map((ms) => ms.toFixed(2));
      return `| ${chunks.toLocaleString('en')} chunks | ${(loadMs / 1000).toFixed(1)} | ${searches} | ${times.join(' | ')} |`;
    }),
  ].join('\n');
}
