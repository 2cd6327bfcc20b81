import { setTimeout as delay } from 'node:timers/promises';
import type { Client as Database } from 'pg';
import { type Call, Load } from '../speed/load.ts';

/** The site that makes a load. */
export interface LoadedSite {
  url: string;
  database: Database;
  siteId: string;
  key: string;
  itemIds: readonly string[];
}

const CHUNKS_A_DOCUMENT = 2_000;
const WORDS_A_CHUNK = 30;
const POLL_MS = 200;

/** Documents of short sections, each of which is a chunk, until searches find them. */
export async function addChunks(site: LoadedSite, chunks: number): Promise<void> {
  const documents = Math.ceil(chunks / CHUNKS_A_DOCUMENT);
  for (let n = 0; n < documents; n++) {
    const sections = Array.from({ length: CHUNKS_A_DOCUMENT }, (_, at) => sectionOf(n * CHUNKS_A_DOCUMENT + at));
    await callSite(site, 'POST', '/api/sdk/knowledge/documents', {
      title: `Manual ${n}`,
      content: sections.join('\n\n'),
    });
  }
  while ((await countSearchable(site)) < documents) await delay(POLL_MS);
  await site.database.query('analyze');
  while ((await sendJson(site, 'POST', '/api/sdk/rag/search', { query: wordsOf(1, 2) })).status !== 200)
    await delay(POLL_MS);
}

/** A few words that occur in many chunks. */
export function wordsOf(seed: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `word${(seed * 31 + at * 7 + ((seed * at) % 11)) % 400}`).join(' ');
}

function sectionOf(n: number): string {
  return `## Section ${n}\n\n${wordsOf(n, WORDS_A_CHUNK)}.`;
}

async function countSearchable({ database, siteId }: LoadedSite): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from knowledge_source where site_id = $1 and status = 'completed' and kind = 'document'`,
    [siteId],
  );
  return rows[0]?.count ?? 0;
}

export function callOf({ key }: LoadedSite, method: string, path: string, body?: unknown): Call {
  const headers = { 'content-type': 'application/json', 'x-svc-api-key': key };
  return { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

async function sendJson(site: LoadedSite, method: string, path: string, body?: unknown) {
  const load = new Load(site.url, 1);
  try {
    return await load.send(callOf(site, method, path, body));
  } finally {
    load.close();
  }
}

/** The answer's `data`. */
export async function callSite<T>(site: LoadedSite, method: string, path: string, body?: unknown): Promise<T> {
  const { status, text } = await sendJson(site, method, path, body);
  const answer = JSON.parse(text) as { data?: T; errors?: unknown };
  if (status >= 300 || answer.errors) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`);
  return answer.data as T;
}
