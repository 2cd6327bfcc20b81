import type { SearchService } from '../../search/search.service.ts';
import type { SourceLinks } from '../../search/source-links.service.ts';
import { verifySpans } from './verify-citations.ts';
import { reviewCitations } from './review-citations.ts';
import { citationFormat, placeCitations, readableSpans, addUrls } from './place-citations.ts';
import type { CitedAnswer, ProvenSpan } from './citation-span.ts';
import type { Evidence } from '../retrieval/evidence.ts';
import type { ModelReply } from '../turn/model-reply.ts';
import { traceCitations } from '../turn/trace.ts';
import type { Turn } from '../turn/turn.ts';

/** The reply with those of its citations that the viewer can read and that say what the reply says. */
export async function citeSources(
  turn: Turn,
  { search, links }: { search: SearchService; links: SourceLinks },
  { reply: { text, citations }, evidence }: { reply: ModelReply; evidence: readonly Evidence[] },
): Promise<CitedAnswer> {
  const { viewer, input, persona, trace } = turn;
  const said = text.toWellFormed();
  const readable = await readableSpans(viewer, search, citations, evidence, input.preview === true);
  const { spans, dropped } = await verifySpans(said, readable);
  const isReviewed = persona?.behavior.verifyCitations === true;
  const rejected = isReviewed ? await reviewCitations(turn, said, spans) : new Set<ProvenSpan>();
  const accepted = spans.filter((span) => !rejected.has(span));
  traceCitations(trace, citations, {
    readable,
    kept: accepted,
    dropped: [...dropped, ...[...rejected].map(({ start, end }) => ({ start, end, reason: 'model' as const }))],
  });
  return placeCitations(said, await addUrls(viewer, links, accepted), citationFormat(persona));
}
