import { countTokens } from '../knowledge/chunking.tokens.ts';
import type { SearchResult } from '../search/search.types.ts';
import type { SearchService } from '../search/search.service.ts';
import { type ContentRow, contentBodyById } from '../content/content.rows.ts';
import { itemsSeen } from '../reference/reference.loaders.ts';
import { columns } from '../../database/columns.ts';
import { Values } from '../../database/columns.ts';
import type { SourceKind } from '../../ports/vector-index.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import type { ChatContext } from './chat-context.ts';

/** A passage or item that the answer may rest on. Its id is the one that the model cites it by. */
export interface Evidence {
  id: string;
  /** Null for an item of the context that is given whole. */
  chunkId: string | null;
  sourceId: string;
  source: SourceKind;
  title: string;
  text: string;
  page: number | null;
  startTime: number | null;
  metadata: Record<string, unknown>;
  score: number | null;
}

const PASSAGES = 12;
const EVIDENCE_TOKENS = 4_000;
/** An item of the context is given by its beginning: the search finds what else of it matters. */
const ITEM_TOKENS = 500;
const SAME_TEXT = 0.8;

/** What is known about the question: the moment of the film, the items of the page, the passages found; within a budget. */
export async function retrieve(
  viewer: Viewer,
  search: SearchService,
  query: string,
  context: ChatContext,
  signal?: AbortSignal,
): Promise<{ evidence: Evidence[]; candidates: readonly SearchResult[] }> {
  const [moment, items, found] = await Promise.all([
    watched(viewer, context.video),
    contextItems(viewer, [...(context.contentIds ?? []), ...(context.productIds ?? [])]),
    search.search(viewer, { query, searchType: 'hybrid', maxResults: PASSAGES }, signal),
  ]);
  const all = [...moment, ...items, ...found.results.map(passage)];
  return { evidence: withinBudget(withoutDoubles(all)), candidates: found.results };
}

function passage(result: SearchResult): Evidence {
  const { id, sourceId, source, title, content, page, startTime, fileName, contentType, section, score } = result;
  return {
    ...{ id: `passage-${id}`, chunkId: id, sourceId, source, title, text: content, page, startTime, score },
    metadata: { fileName, contentType, ...(section.length > 0 ? { section } : {}) },
  };
}

/** The part of a film that is being watched, where the film is in the knowledge base. */
async function watched(viewer: Viewer, video: ChatContext['video']): Promise<Evidence[]> {
  if (!video || video.time === null) return [];
  const values = new Values();
  const rows = await viewer.scope.rows<Omit<Evidence, 'id' | 'score' | 'metadata'> & { chunkId: string }>(
    `select c.id as "chunkId", ${columns('c', ['sourceId', 'text', 'page', 'startTime'])}, s.kind as source, s.title
     from chunk c join knowledge_source s on s.id = c.source_id and s.generation = c.generation
     where s.site_id = ${values.add(viewer.site.id)} and s.id::text = ${values.add(video.videoId)}
       and c.start_time <= ${values.add(video.time)} and c.end_time >= ${values.add(video.time)}
       and ${accessCondition(viewer.entitlement, 's', values)}
     order by c.position limit 3`,
    values.list,
  );
  return rows.map((row) => ({ ...row, id: `passage-${row.chunkId}`, score: null, metadata: {} }));
}

/** The items that the page shows, as far as the viewer may see them; unknown ids are passed over. */
async function contextItems(viewer: Viewer, ids: readonly string[]): Promise<Evidence[]> {
  const seen = [...(await itemsSeen(viewer, ids)).values()].filter((item) => item.access.granted);
  const bodies = await viewer.loader(contentBodyById).loadMany(seen.map(({ id }) => id));
  return seen.map((item, index) => {
    const body = bodies[index];
    const parts = [item.excerpt, describeFields(item.customFields), typeof body === 'string' ? body : null];
    return {
      id: `item-${item.id}`,
      chunkId: null,
      sourceId: item.id,
      source: 'content',
      title: item.title,
      text: beginning(parts.filter(Boolean).join('\n\n') || item.title, ITEM_TOKENS),
      page: null,
      startTime: null,
      metadata: { contentType: item.type },
      score: null,
    };
  });
}

function describeFields(fields: ContentRow['customFields']): string | null {
  const simple = Object.entries(fields ?? {}).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  return simple.map(([name, value]) => `${name}: ${String(value)}`).join('\n') || null;
}

/** Whole paragraphs from the start, as many as fit; at least the first sentences of the first one. */
function beginning(text: string, tokens: number): string {
  const kept: string[] = [];
  let used = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(
    text.slice(0, tokens * 12),
  )) {
    used += countTokens(segment);
    if (used > tokens && kept.length > 0) break;
    kept.push(segment);
  }
  return kept.join('').trim();
}

/** Two passages that say nearly the same count once: the one that came first. */
function withoutDoubles(all: readonly Evidence[]): Evidence[] {
  const kept: { evidence: Evidence; words: Set<string> }[] = [];
  for (const evidence of all) {
    const words = new Set(evidence.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
    if (kept.some((other) => other.evidence.id === evidence.id || overlap(other.words, words) > SAME_TEXT)) continue;
    kept.push({ evidence, words });
  }
  return kept.map(({ evidence }) => evidence);
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  const union = one.size + other.size - shared;
  return union === 0 ? 0 : shared / union;
}

/** Passages are taken whole or not at all. */
function withinBudget(all: readonly Evidence[]): Evidence[] {
  let used = 0;
  return all.filter(({ title, text }) => {
    const tokens = countTokens(title) + countTokens(text);
    if (used + tokens > EVIDENCE_TOKENS) return false;
    used += tokens;
    return true;
  });
}
