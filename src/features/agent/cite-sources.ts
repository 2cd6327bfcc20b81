import type { LanguageModel } from '../../ports/language-model.ts';
import type { SearchService } from '../search/search.service.ts';
import type { SourceLinks } from '../search/source-links.service.ts';
import { supportedSpans } from './citation-proof.ts';
import { reviewCitations } from './citation-review.ts';
import { type CitedAnswer, citationFormatOf, placeCitations, provenCitations, withUrls } from './citations.ts';
import type { Evidence } from './retrieve.ts';
import type { ModelReply } from './tool-loop.ts';
import { traceCitations } from './trace.ts';
import type { Turn } from './turn.ts';

interface Sources {
  search: SearchService;
  links: SourceLinks;
}

/** The reply with those of its citations that the viewer can read and that say what the reply says. */
export async function citeSources(
  { viewer, input, persona, trace, usage, signal }: Turn,
  model: LanguageModel,
  { search, links }: Sources,
  { reply: { text, citations }, evidence }: { reply: ModelReply; evidence: readonly Evidence[] },
): Promise<CitedAnswer> {
  const said = text.toWellFormed();
  const readable = await provenCitations(viewer, search, citations, evidence, input.preview === true);
  const { spans, dropped } = await supportedSpans(said, readable);
  const review = persona?.behavior.verifyCitations ? await reviewCitations(model, said, spans, signal) : null;
  if (review) usage.add(review.made.model, review.made.usage);
  const kept = spans.filter((span) => !review?.rejected.has(span));
  traceCitations(trace, citations, {
    readable,
    kept,
    dropped: [
      ...dropped,
      ...[...(review?.rejected ?? [])].map(({ start, end }) => ({ start, end, reason: 'model' as const })),
    ],
  });
  return placeCitations(said, await withUrls(viewer, links, kept), citationFormatOf(persona));
}
