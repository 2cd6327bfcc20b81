import type { ModelCitation } from '../../../ports/language-model.ts';
import type { SearchPart, SearchResult } from '../../search/search.types.ts';
import type { ChatToolCall } from '../agent.types.ts';
import type { DroppedCitation } from '../citation/citation-span.ts';
import type { ProvenSpan } from '../citation/citation-span.ts';
import type { Evidence } from '../retrieval/evidence.ts';

/** Debug information about a turn as plain JSON. */
export class TurnTrace {
  keywordTriggers: { checked: number; matched: { id: string; value: string; fired: boolean }[] } = {
    checked: 0,
    matched: [],
  };
  persona: { id: string; slug: string } | null = null;
  queries: string[] = [];
  /** Models that failed in the search; null if there are none. */
  unavailable: SearchPart[] | null = null;
  /** The search results, best first; `given`: the model was given it. */
  candidates: { chunkId: string; sourceId: string; title: string; score: number; given: boolean }[] = [];
  /** The passages given to the model: those of the context, then those of the search. */
  documents: { chunkId: string; sourceId: string; title: string }[] = [];
  prompt: unknown = null;
  /** Number of model calls, and why the last one ended. */
  rounds = 0;
  finish: string | null = null;
  toolCalls: ChatToolCall[] = [];
  intent: { name: string; confidence: number; trigger: string | null } | null = null;
  /** The numbers of citations that the model gave and that stayed, and of sentences that lost theirs, by reason. */
  citations: { given: number; kept: number; dropped: Partial<Record<DroppedCitation['reason'], number>> } = {
    given: 0,
    kept: 0,
    dropped: {},
  };
  /** The sentences that lost a citation: offsets into the text of the model. */
  droppedCitations: readonly DroppedCitation[] = [];
  actions = { given: 0, kept: 0 };
  tokens = { input: 0, output: 0 };
  /** Milliseconds by step, in the order of completion. */
  steps: { name: string; ms: number }[] = [];
}

/** Measures the duration of a step. */
export async function measureStep<T>(trace: TurnTrace, name: string, step: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await step();
  } finally {
    trace.steps.push({ name, ms: Math.round((performance.now() - startedAt) * 10) / 10 });
  }
}

export function traceRetrieval(
  trace: TurnTrace,
  candidates: readonly SearchResult[],
  evidence: readonly Evidence[],
): void {
  const evidenceIds = new Set(evidence.map(({ chunkId }) => chunkId));
  // As they are stored with the turn, so that candidates that its reader cannot see are removed.
  trace.candidates = candidates.map(({ id, indexedId, title, score }) => ({
    chunkId: id,
    sourceId: indexedId,
    title,
    score,
    given: evidenceIds.has(id),
  }));
  trace.documents = evidence.map(({ chunkId, indexedId, title }) => ({ chunkId, sourceId: indexedId, title }));
}

export function traceCitations(
  trace: TurnTrace,
  citations: readonly ModelCitation[],
  outcome: { readable: readonly ProvenSpan[]; kept: readonly ProvenSpan[]; dropped: readonly DroppedCitation[] },
): void {
  const isReadable = (citation: ModelCitation) =>
    outcome.readable.some(({ start, end }) => start === citation.start && end === citation.end);
  const unreadable = citations.filter((citation) => !isReadable(citation));
  const droppedCitations = [
    ...unreadable.map(({ start, end }) => ({ start, end, reason: 'access' as const })),
    ...outcome.dropped,
  ];
  const reasons = Map.groupBy(droppedCitations, ({ reason }) => reason);
  trace.droppedCitations = droppedCitations;
  trace.citations = {
    given: citations.length,
    kept: outcome.kept.length,
    dropped: Object.fromEntries([...reasons].map(([reason, all]) => [reason, all.length])),
  };
}
