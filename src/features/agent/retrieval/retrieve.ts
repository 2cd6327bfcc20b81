import { isId } from '../../../shared/ids.ts';
import { expression } from '../../../database/table.ts';
import { type Passage, readPassages } from '../../search/passage.rows.ts';
import { toSearchEntitlement } from '../../../access/access.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { DistinctTexts } from '../../search/distinct-texts.ts';
import { countTokens } from '../../../text/chunking/tokens.ts';
import type { SearchResult } from '../../search/search.types.ts';
import { videoIdsSql } from '../../video/named-videos.rows.ts';
import type { VideoLinks } from '../../video/video-links.service.ts';
import type { SearchService } from '../../search/search.service.ts';
import type { ChatContext } from '../turn/chat-context.ts';
import type { Conversation } from '../session/conversation.ts';
import type { Evidence } from './evidence.ts';
import { searchQuery } from './search-query.ts';
import { traceRetrieval } from '../turn/trace.ts';
import type { Turn } from '../turn/turn.ts';

const PASSAGES = 12;
const EVIDENCE_TOKENS = 4_000;
/** Context of the page must not displace passages that answer the question. */
const CONTEXT_TOKENS = 2_000;
/** The best passages are given with what stands before and after them, as far as these tokens suffice. */
const EXPANDED_PASSAGES = 3;
const NEIGHBOUR_TOKENS = 1_500;
/** An item of the context is represented by its beginning: the search finds its relevant parts. */
const FIRST_CHUNKS = 2;
/** The search looks back: what was just said may have begun in an earlier passage, and a player is a moment behind. */
const SECONDS_BACK = 30;
const SECONDS_AHEAD = 5;

/**
 * Collects the evidence for the question: the current position of the video, the items of the page, and the passages
 * found; within a budget.
 */
export async function retrieve(
  turn: Turn,
  { search, videoLinks }: { search: SearchService; videoLinks: VideoLinks },
  conversation: Conversation,
): Promise<Evidence[]> {
  const { viewer, context, provenance, trace, signal } = turn;
  const preview = turn.input.preview === true;
  const query = await searchQuery(turn, turn.input.message, conversation);
  trace.queries.push(query);
  const [fromPage, { results, unavailable }] = await Promise.all([
    contextPassages(viewer, videoLinks, context, preview),
    search.search(viewer, { query, searchType: 'hybrid', maxResults: PASSAGES, useReranking: true, preview }, signal),
  ]);
  const all = [...limitTokens(fromPage, CONTEXT_TOKENS), ...results.map((passage) => toEvidence(passage))];
  const selection = limitTokens(removeDuplicates(all), EVIDENCE_TOKENS);
  const evidence = await addNeighbours(viewer, selection, results.slice(0, EXPANDED_PASSAGES), preview);
  trace.unavailable = unavailable;
  provenance.addRetrieval(results, evidence);
  traceRetrieval(trace, results, evidence);
  return evidence;
}

/** Adds, after each of the best passages, those before and after it in its source. One statement, with the rule of access. */
async function addNeighbours(
  viewer: Viewer,
  evidence: readonly Evidence[],
  best: readonly SearchResult[],
  preview: boolean,
): Promise<Evidence[]> {
  const chunkIds = new Set(evidence.map(({ chunkId }) => chunkId));
  const hits = best.flatMap(({ id }) => (chunkIds.has(id) ? [id] : []));
  if (hits.length === 0) return [...evidence];
  const rows = await readPassages<{ position: number }>(
    viewer,
    toSearchEntitlement(viewer.entitlement, preview),
    (values) => ({
      chunks: `(c.source_id, c.generation, c.position) in (
      select h.source_id, h.generation, h.position + near.distance
      from chunk h cross join (values (-1), (0), (1)) as near(distance) where h.id = any(${values.add(hits)}::uuid[]))`,
      add: { position: expression<number>('c.position') },
      orderBy: 'c.position',
    }),
  );
  const positions = new Map(rows.map(({ id, position }) => [id, position]));
  const neighbours: { hit: Evidence; neighbour: Evidence }[] = [];
  for (const hit of evidence.filter(({ chunkId }) => hits.includes(chunkId))) {
    for (const { position, ...row } of rows) {
      const distance = Math.abs(position - (positions.get(hit.chunkId) ?? NaN));
      if (row.sourceId !== hit.sourceId || distance !== 1 || chunkIds.has(row.id)) continue;
      chunkIds.add(row.id);
      neighbours.push({ hit, neighbour: toEvidence(row) });
    }
  }
  const all = neighbours.map(({ neighbour }) => neighbour);
  const fitting = new Set(limitTokens(all, NEIGHBOUR_TOKENS));
  return evidence.flatMap((each) => [
    each,
    ...neighbours.flatMap(({ hit, neighbour }) => (hit === each && fitting.has(neighbour) ? [neighbour] : [])),
  ]);
}

function toEvidence(passage: Passage, isCurrent = false): Evidence {
  const { id, content: text, ...rest } = passage;
  return { ...rest, id: `passage-${id}`, chunkId: id, text, isCurrent };
}

/**
 * Content of the page that is in the knowledge base and that the viewer can read: what the video shows around the current
 * second, nearest first, then the beginnings of the items, in the given order. Unknown ids are ignored.
 */
async function contextPassages(
  viewer: Viewer,
  videoLinks: VideoLinks,
  { video, contentIds, productIds }: ChatContext,
  preview: boolean,
): Promise<Evidence[]> {
  const ids = [...(contentIds ?? []), ...(productIds ?? []), ...(video ? [video.videoId] : [])];
  const contextIds = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
  if (contextIds.length === 0 && !video) return [];
  const rows = await readPassages<{ distance: number | null }>(
    viewer,
    toSearchEntitlement(viewer.entitlement, preview),
    (values) => {
      const watched = videoIdsSql(values, viewer.site.id, video && videoLinks.nameVideo(viewer, video.videoId));
      const time = `${values.add(video?.time ?? null)}::float8`;
      const near = `(c.start_time <= ${time} + ${SECONDS_AHEAD} and c.end_time >= ${time} - ${SECONDS_BACK})`;
      const items = `${values.add(contextIds)}::uuid[]`;
      const drafts = `array(select d.id from knowledge_source d where d.draft_of = any(${items}))`;
      const sources = preview ? `${items} || ${drafts}` : items;
      const beginning = `(c.source_id = any(${sources}) and c.position < ${FIRST_CHUNKS})`;
      const current = `(c.source_id = any(${watched}) and case when ${time} is null then c.position < ${FIRST_CHUNKS} else ${near} end)`;
      return {
        chunks: `${beginning} or ${current}`,
        add: {
          // Null for what is not at the current second.
          distance: expression<number | null>(
            `case when ${near} and c.source_id = any(${watched}) then greatest(c.start_time - ${time}, ${time} - c.end_time, 0) end`,
          ),
        },
        orderBy: 'c.position',
      };
    },
  );
  const current = rows
    .filter(({ distance }) => distance !== null)
    .toSorted((a, b) => Number(a.distance) - Number(b.distance) || Number(b.startTime) - Number(a.startTime));
  const rank = ({ sourceId }: Passage) =>
    contextIds.includes(sourceId) ? contextIds.indexOf(sourceId) : contextIds.length;
  const others = rows
    // The beginning of the video is not where the visitor is.
    .filter(({ sourceId }) => !current.some((passage) => passage.sourceId === sourceId))
    .toSorted((a, b) => rank(a) - rank(b));
  return [...current.map((row) => toEvidence(row, true)), ...others.map((row) => toEvidence(row))];
}

/** Removes near-duplicates; the first one is kept. */
function removeDuplicates(all: readonly Evidence[]): Evidence[] {
  const ids = new Set<string>();
  const texts = new DistinctTexts(1);
  return all.filter(({ id, text }) => {
    if (ids.has(id) || !texts.add(text)) return false;
    ids.add(id);
    return true;
  });
}

/** Passages are included whole or not at all. */
function limitTokens(all: readonly Evidence[], budget: number): Evidence[] {
  let total = 0;
  return all.filter(({ title, text }) => {
    const tokens = countTokens(title) + countTokens(text);
    if (total + tokens > budget) return false;
    total += tokens;
    return true;
  });
}
