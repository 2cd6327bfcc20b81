import type { ModelCitation } from '../../ports/language-model.ts';
import type { Viewer } from '../access/viewer.ts';
import { contentById, seenBy } from '../content/content.rows.ts';
import type { SdkResponseConfig } from '../persona/persona.config.ts';
import type { SearchService } from '../search/search.service.ts';
import type { Citation, CitedSource } from './agent.types.ts';
import type { Evidence } from './retrieve.ts';

/** How sources are named in the message, by the persona's wish. */
export interface CitationLayout {
  style: SdkResponseConfig['citationStyle'];
  includeMetadata: boolean;
}

export interface CitedAnswer {
  message: string;
  citations: Citation[];
}

/**
 * The citations that hold: of passages that were given to the model, that are current, and that the viewer may see at
 * this moment. All others are dropped.
 */
export async function provenCitations(
  viewer: Viewer,
  search: SearchService,
  claimed: readonly ModelCitation[],
  evidence: readonly Evidence[],
): Promise<{ start: number; end: number; evidence: Evidence[] }[]> {
  const given = new Map(evidence.map((each) => [each.id, each]));
  const cited = new Set(claimed.flatMap(({ documentIds }) => documentIds.flatMap((id) => given.get(id) ?? [])));
  if (cited.size === 0) return [];
  const live = await stillReadable(viewer, search, [...cited]);
  return claimed.flatMap(({ start, end, documentIds }) => {
    const held = documentIds.flatMap((id) => {
      const each = given.get(id);
      return each && live.has(each.id) ? [each] : [];
    });
    return held.length > 0 && end > start ? [{ start, end, evidence: [...new Set(held)] }] : [];
  });
}

/** Writes the sources into the message in the persona's style; spans are those of the message as it then is. */
export function layOut(
  text: string,
  proven: readonly { start: number; end: number; evidence: Evidence[] }[],
  layout: CitationLayout,
): CitedAnswer {
  if (layout.style === 'none') return { message: text, citations: [] };
  const numbers = new Map<string, number>();
  const spans = proven
    .map((span) => ({ ...span, end: Math.min(span.end, text.length) }))
    .toSorted((a, b) => a.end - b.end || a.start - b.start);
  for (const { evidence } of spans) {
    for (const { id } of evidence) if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
  }
  let message = '';
  let copied = 0;
  const citations: Citation[] = [];
  for (const { start, end, evidence } of spans) {
    const shift = message.length - copied;
    const sources = evidence.map((each) => describe(each, numbers.get(each.id) ?? 0, layout));
    citations.push({ start: start + shift, end: end + shift, sources });
    message += text.slice(copied, end);
    copied = Math.max(copied, end);
    message += marker(sources, layout.style);
  }
  message += text.slice(copied);
  if (layout.style === 'footer' && citations.length > 0) message += footer(citations);
  return { message, citations };
}

function marker(sources: readonly CitedSource[], style: CitationLayout['style']): string {
  if (style === 'footer') return '';
  const marks = sources.map(({ number, timestamp }) =>
    style === 'timestamps' && timestamp !== null ? `(${timestamp})` : `[${number}]`,
  );
  return ` ${marks.join(' ')}`;
}

function footer(citations: readonly Citation[]): string {
  const sources = new Map(citations.flatMap((citation) => citation.sources).map((source) => [source.number, source]));
  const lines = [...sources.values()]
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, title, page, timestamp }) => {
      const place = timestamp ?? (page === null ? null : `page ${page}`);
      return `[${number}] ${title}${place === null ? '' : `, ${place}`}`;
    });
  return `\n\nSources:\n${lines.join('\n')}`;
}

function describe(evidence: Evidence, number: number, { includeMetadata }: CitationLayout): CitedSource {
  const { chunkId, sourceId, source, title, page, startTime, metadata } = evidence;
  return {
    ...{ number, chunkId, sourceId, source, title, page },
    timestamp: startTime === null ? null : minutesAndSeconds(startTime),
    metadata: includeMetadata ? metadata : null,
  };
}

function minutesAndSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  return [Math.floor(whole / 60), whole % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Asked anew, not remembered: what was readable when the answer began may not be when it ends. */
async function stillReadable(viewer: Viewer, search: SearchService, cited: readonly Evidence[]): Promise<Set<string>> {
  const chunkIds = cited.flatMap(({ chunkId }) => chunkId ?? []);
  const itemIds = cited.filter(({ chunkId }) => chunkId === null).map(({ sourceId }) => sourceId);
  const [chunks, rows] = await Promise.all([
    chunkIds.length > 0 ? search.readable(viewer, chunkIds) : new Set<string>(),
    itemIds.length > 0 ? contentById(viewer, itemIds) : [],
  ]);
  const items = new Set(rows.flatMap((row) => (row && seenBy(viewer.entitlement, row).access.granted ? [row.id] : [])));
  return new Set(
    cited.flatMap((each) =>
      (each.chunkId === null ? items.has(each.sourceId) : chunks.has(each.chunkId)) ? [each.id] : [],
    ),
  );
}
