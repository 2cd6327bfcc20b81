import type { AgentDependencies } from '../agent.service.ts';
import { supportedSpans } from './verify-citations.ts';
import { reviewCitations } from './review-citations.ts';
import { type CitedAnswer, citationFormatOf, placeCitations, provenCitations, withUrls } from './place-citations.ts';
import type { Evidence } from '../retrieval/retrieve.ts';
import type { ModelReply } from '../turn/tool-loop.ts';
import { traceCitations } from '../turn/trace.ts';
import type { Turn } from '../turn/turn.ts';

/** The reply with those of its citations that the viewer can read and that say what the reply says. */
export async function citeSources(
  turn: Turn,
  { search, links }: Pick<AgentDependencies, 'search' | 'links'>,
  { reply: { text, citations }, evidence }: { reply: ModelReply; evidence: readonly Evidence[] },
): Promise<CitedAnswer> {
  const { viewer, input, persona, trace } = turn;
  const said = text.toWellFormed();
  const readable = await provenCitations(viewer, search, citations, evidence, input.preview === true);
  const { spans, dropped } = await supportedSpans(said, readable);
  const rejected = await reviewCitations(turn, said, spans);
  const kept = spans.filter((span) => !rejected.has(span));
  traceCitations(trace, citations, {
    readable,
    kept,
    dropped: [...dropped, ...[...rejected].map(({ start, end }) => ({ start, end, reason: 'model' as const }))],
  });
  return placeCitations(said, await withUrls(viewer, links, kept), citationFormatOf(persona));
}
