import type { CitedAnswer, ProvenSpan } from './citation-span.ts';
import type { ModelCitation } from '../../../ports/language-model.ts';
import { clockTime } from './language/clock-time.ts';
import { addHeadingAnchor } from '../../search/heading-anchor.ts';
import { textParts, type TextPart } from '../../../text/sentences.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { Persona, SdkResponseConfigType } from '../../persona/persona.types.ts';
import type { SearchService } from '../../search/search.service.ts';
import type { SourceLinks } from '../../search/source-links.service.ts';
import type { Citation, CitedSource } from './citation.types.ts';
import { filterLinks } from '../link/link-parser.ts';
import { NO_LINKS } from '../link/link-policy.ts';
import type { Evidence } from '../retrieval/evidence.ts';

/** Format of citations in the message, from the persona. */
export interface CitationFormat {
  style: SdkResponseConfigType['citationStyle'];
  includeMetadata: boolean;
}

/**
 * Valid citations: of passages that were given to the model, are current, and that the viewer can read now. All others
 * are removed.
 */
export async function readableSpans(
  viewer: Viewer,
  search: SearchService,
  modelCitations: readonly ModelCitation[],
  evidence: readonly Evidence[],
  preview: boolean,
): Promise<ProvenSpan[]> {
  const evidenceById = new Map(evidence.map((each) => [each.id, each]));
  const citedEvidence = new Set(
    modelCitations.flatMap(({ documentIds }) => documentIds.flatMap((id) => evidenceById.get(id) ?? [])),
  );
  if (citedEvidence.size === 0) return [];
  // Checked again, because access may have changed while the answer was generated.
  const readable = await search.readable(
    viewer,
    [...citedEvidence].map(({ chunkId }) => chunkId),
    preview,
  );
  return modelCitations.flatMap(({ start, end, documentIds }) => {
    const current = documentIds
      .flatMap((id) => evidenceById.get(id) ?? [])
      .filter(({ chunkId }) => readable.has(chunkId));
    return current.length > 0 ? [{ start, end, evidence: [...new Set(current)] }] : [];
  });
}

/** The spans with the URL of each passage at which a visitor sees it. */
export async function addUrls(viewer: Viewer, links: SourceLinks, spans: readonly ProvenSpan[]): Promise<ProvenSpan[]> {
  const linked = async (each: Evidence): Promise<Evidence> => ({ ...each, url: await links.findUrl(viewer, each) });
  return Promise.all(spans.map(async (span) => ({ ...span, evidence: await Promise.all(span.evidence.map(linked)) })));
}

export function citationFormat(persona: Persona | null): CitationFormat {
  const { citationStyle = 'inline', includeSourceMetadata = false } = persona?.sdkResponseConfig ?? {};
  const showsCitations = persona?.behavior.showCitations ?? true;
  const citesTimestamps = persona?.appType === 'video-training' && persona.videoConfig?.timestampCitations === true;
  const style = citesTimestamps && citationStyle === 'inline' ? 'timestamps' : citationStyle;
  return { style: showsCitations ? style : 'none', includeMetadata: includeSourceMetadata };
}

/**
 * Inserts the sources into the message in the persona's style, at the ends of sentences; the spans refer to the resulting
 * message. Where numbers are markers, numbers in brackets of the text itself are escaped.
 */
export function placeCitations(text: string, proven: readonly ProvenSpan[], layout: CitationFormat): CitedAnswer {
  const passages = proven.flatMap(({ evidence }) => evidence);
  if (layout.style === 'none') return { message: text, citations: [], passages };
  const parts = textParts(text);
  const spans = proven
    .map(({ start, end, evidence }) => ({ start: Math.max(0, start), end: Math.min(end, text.length), evidence }))
    .filter(({ start, end }) => end > start)
    .toSorted((a, b) => a.end - b.end || a.start - b.start);
  const numbers = new Map<string, number>();
  for (const { id } of spans.flatMap(({ evidence }) => evidence)) {
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
  }
  const placedCitations = spans.map(({ start, end, evidence }) => ({
    start,
    end,
    sources: evidence.map((each) => describe(each, numbers.get(each.id) ?? 0, layout)),
  }));
  const markers = layout.style === 'footer' ? [] : makeMarkers(text, parts, placedCitations, layout.style);
  const { message, moved } = insertMarkers(
    text,
    [...findEscapes(text, parts), ...markers].toSorted((a, b) => a.at - b.at),
  );
  const citations = placedCitations.map(({ start, end, sources }) => ({ ...moved(start, end), sources }));
  const footer = layout.style === 'footer' && citations.length > 0 ? makeFooter(citations) : '';
  return { message: message + footer, citations, passages };
}

interface Marker {
  at: number;
  text: string;
}

/** One marker at the end of each sentence in which citations end, in order; each source occurs in it once. */
function makeMarkers(
  text: string,
  parts: readonly TextPart[],
  citations: readonly Citation[],
  style: CitationFormat['style'],
): Marker[] {
  const citationsByPart = Map.groupBy(citations, ({ end }) => parts.find((part) => part.end >= end) ?? parts.at(-1));
  return [...citationsByPart].map(([part, spans]) => {
    const marks = spans.flatMap(({ sources }) =>
      sources.map(({ number, title, timestamp }) =>
        style === 'timestamps' && timestamp !== null ? `(${sourceLabel(title, timestamp)})` : `[${number}]`,
      ),
    );
    // After the fence of a block of code, a marker would be part of the fence.
    const space = part?.kind === 'code' ? '\n' : ' ';
    return { at: part ? markerPosition(part, text) : text.length, text: `${space}${[...new Set(marks)].join(' ')}` };
  });
}

/** A row of a table ends before its last bar: what follows is not shown. */
function markerPosition({ kind, start, end }: TextPart, text: string): number {
  const bar = kind === 'row' ? /\s*\|$/.exec(text.slice(start, end)) : null;
  return bar ? start + bar.index : end;
}

const BRACKETS = /(`+)[^`]*\1|(?<!\\)\[\d{1,9}\](?![(:])/g;

/** A backslash before the brackets of `[1]` outside of code, which is not a marker but the text's own. */
function findEscapes(text: string, parts: readonly TextPart[]): Marker[] {
  return parts.flatMap(({ kind, start, end }) => {
    if (kind === 'code') return [];
    return [...text.slice(start, end).matchAll(BRACKETS)].flatMap(({ 0: match, index }) =>
      match.startsWith('[') ? [start + index, start + index + match.length - 1].map((at) => ({ at, text: '\\' })) : [],
    );
  });
}

function insertMarkers(text: string, markers: readonly Marker[]) {
  let message = '';
  let copied = 0;
  for (const marker of markers) {
    message += text.slice(copied, marker.at) + marker.text;
    copied = marker.at;
  }
  const totalLength = (before: readonly Marker[]) => before.reduce((sum, marker) => sum + marker.text.length, 0);
  return {
    message: message + text.slice(copied),
    /** A marker at the end of a span is placed after it, one at its start before it. */
    moved: (start: number, end: number) => ({
      start: start + totalLength(markers.filter(({ at }) => at <= start)),
      end: end + totalLength(markers.filter(({ at }) => at < end)),
    }),
  };
}

function makeFooter(citations: readonly Citation[]): string {
  const sources = new Map(citations.flatMap((citation) => citation.sources).map((source) => [source.number, source]));
  const lines = [...sources.values()]
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, title, page, timestamp }) => {
      const place = timestamp ?? (page === null ? null : `page ${page}`);
      return `[${number}] ${sourceLabel(title, place)}`;
    });
  return `\n\nSources:\n${lines.join('\n')}`;
}

function sourceLabel(title: string, place: string | null): string {
  const plain = filterLinks(title, NO_LINKS);
  return place === null ? plain : `${plain}, ${place}`;
}

function describe(evidence: Evidence, number: number, { includeMetadata }: CitationFormat): CitedSource {
  const { chunkId, sourceId, source, title, type, slug, language, url } = evidence;
  const { page, startTime, fileName, contentType, section, frontMatter } = evidence;
  const metadata = {
    fileName,
    contentType,
    ...(section.length > 0 ? { section } : {}),
    ...(frontMatter ? { frontMatter } : {}),
  };
  return {
    number,
    chunkId,
    sourceId,
    source,
    title,
    type,
    slug,
    language,
    url,
    anchor: source === 'content' ? addHeadingAnchor(url, section) : null,
    page,
    timestamp: startTime === null ? null : clockTime(startTime),
    metadata: includeMetadata ? metadata : null,
  };
}
