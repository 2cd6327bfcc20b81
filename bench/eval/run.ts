import { setTimeout as delay } from 'node:timers/promises';
import { type Client, forAll } from './client.ts';
import type { Collection, JudgedQuery } from './collection.ts';
import { mean, ndcg, place, quantile, recall } from './measures.ts';

const PAGE = 100;
const POLL_MS = 100;
const WARM_UP_QUERIES = 20;

export interface Quality {
  ndcg: number;
  recall: number;
  /** The part of the queries whose first relevant document is the first, or one of the first five. */
  hit1: number;
  hit5: number;
  /** Mean of 1 by the place of the first relevant document. */
  mrr: number;
  /** nDCG of each query. */
  each: number[];
  /** Milliseconds per query, one at a time. */
  p50: number;
  p95: number;
}

export interface Loading {
  documents: number;
  /** Seconds until the last write was answered, and until the last document was searchable. */
  accepted: number;
  searchable: number;
}

/** Sends all documents and waits until they are searchable. Answers how long it took and their ids: service id → collection id. */
export async function load(
  client: Client,
  { documents }: Collection,
): Promise<{ loading: Loading; ids: Map<string, string> }> {
  const ids = new Map<string, string>();
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  await forAll(documents, async ({ id, title, text }) => {
    const body = { title: title.trim() || `Document ${id}`, content: text };
    const { data } = await client.call<{ data: { id: string } }>('POST', '/api/sdk/knowledge/documents', body);
    ids.set(data.id, id);
  });
  const accepted = seconds();
  await searchable(client, documents.length);
  return { loading: { documents: documents.length, accepted, searchable: seconds() }, ids };
}

/** The list comes newest first, so it is followed from its end: what was searchable once is not asked for again. */
async function searchable(client: Client, total: number): Promise<void> {
  for (let offset = Math.floor((total - 1) / PAGE) * PAGE; offset >= 0;) {
    const path = `/api/sdk/knowledge/documents?limit=${PAGE}&offset=${offset}`;
    const { data } = await client.call<{ data: { documents: { id: string; status: string }[] } }>('GET', path);
    const failed = data.documents.find(({ status }) => status === 'failed');
    if (failed) throw new Error(`Document ${failed.id} could not be indexed`);
    if (data.documents.every(({ status }) => status === 'completed')) offset -= PAGE;
    else await delay(POLL_MS);
  }
}

/** Asks every query and compares; `search` answers the ids of the documents found, best first, each once or more. */
export async function measure(
  queries: readonly JudgedQuery[],
  search: (text: string) => Promise<readonly string[]>,
): Promise<Quality> {
  for (const { text } of queries.slice(0, WARM_UP_QUERIES)) await search(text);
  const figures = [];
  for (const { text, relevant } of queries) {
    const started = performance.now();
    const found = await search(text);
    const took = performance.now() - started;
    // A document counts at the place of its best passage.
    const ranking = [...new Set(found)];
    figures.push({
      took,
      ndcg: ndcg(ranking, relevant),
      recall: recall(ranking, relevant),
      place: place(ranking, relevant),
    });
  }
  const times = figures.map(({ took }) => took);
  return {
    ndcg: mean(figures.map((figure) => figure.ndcg)),
    recall: mean(figures.map((figure) => figure.recall)),
    hit1: mean(figures.map((figure) => Number(figure.place === 1))),
    hit5: mean(figures.map((figure) => Number(figure.place <= 5))),
    mrr: mean(figures.map((figure) => 1 / figure.place)),
    each: figures.map((figure) => figure.ndcg),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  };
}
