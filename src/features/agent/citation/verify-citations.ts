import type { DroppedCitation, ProvenSpan } from './citation-span.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { textParts, type TextPart } from '../../../text/sentences.ts';
import { checkCode, checkSupport, type Verdict } from './support.ts';
import type { Evidence } from '../retrieval/evidence.ts';
import { type SourceText, toSourceText } from './source-text.ts';

/** More sentences of an answer are not compared with their sources, so their citations are removed. */
const MAX_SENTENCES = 300;

/** The part of a citation that is in one sentence. */
interface CitationPart {
  citation: number;
  part: TextPart;
  start: number;
  end: number;
  evidence: readonly Evidence[];
  mismatch: DroppedCitation['reason'] | null;
  isNeutral: boolean;
}

/**
 * Keeps of each citation the sentences that its passages support. A marker at the end of a sentence speaks for the whole
 * sentence, so one that was cited in part must be supported as a whole too. Other requests go on between sentences.
 * See decision 105.
 */
export async function verifySpans(
  text: string,
  citedSpans: readonly ProvenSpan[],
): Promise<{ spans: ProvenSpan[]; dropped: DroppedCitation[] }> {
  const parts = textParts(text);
  const getSource = await readSources(new Set(citedSpans.flatMap(({ evidence }) => evidence)));
  const citationParts = citedSpans.flatMap((span, citation) => splitSpan(text, parts, span, citation));
  for (const citationPart of citationParts) {
    if (parts.indexOf(citationPart.part) >= MAX_SENTENCES) citationPart.mismatch = 'limit';
    else {
      judge(citationPart, text, getSource);
      await nextTurn();
    }
  }
  for (const [part, all] of Map.groupBy(citationParts, (citationPart) => citationPart.part)) {
    judgeSentence(part, all, text, getSource);
    await nextTurn();
  }
  return {
    spans: citedSpans.flatMap((_, at) => mergeSupported(citationParts.filter(({ citation }) => citation === at))),
    dropped: toDropped(citationParts),
  };
}

async function readSources(citedEvidence: ReadonlySet<Evidence>): Promise<(evidence: Evidence) => SourceText> {
  const sources = new Map<Evidence, SourceText>();
  for (const evidence of citedEvidence) {
    sources.set(evidence, toSourceText(evidence.title, evidence.section, evidence.text));
    await nextTurn();
  }
  return (evidence) => {
    const source = sources.get(evidence);
    if (!source) throw new Error('A passage that is not cited has not been read');
    return source;
  };
}

function splitSpan(
  text: string,
  parts: readonly TextPart[],
  { start, end, evidence }: ProvenSpan,
  citation: number,
): CitationPart[] {
  return parts.flatMap((part): CitationPart[] => {
    const from = Math.max(start, part.start);
    const to = Math.min(end, part.end);
    if (from >= to || !hasWords(text.slice(from, to))) return [];
    return [{ citation, part, start: from, end: to, evidence, mismatch: null, isNeutral: false }];
  });
}

function judge(citationPart: CitationPart, text: string, getSource: (evidence: Evidence) => SourceText): void {
  const evidenceBySource = new Map(citationPart.evidence.map((each) => [getSource(each), each]));
  const { part } = citationPart;
  const own = checkPart(part, text.slice(citationPart.start, citationPart.end), [...evidenceBySource.keys()]);
  // A pronoun says what its sentence says.
  const verdict = own.isNeutral ? checkPart(part, text.slice(part.start, part.end), [...evidenceBySource.keys()]) : own;
  citationPart.mismatch = verdict.mismatch;
  citationPart.isNeutral = verdict.isNeutral;
  const supportingEvidence = [...evidenceBySource].flatMap(([source, each]) =>
    verdict.sources.has(source) ? [each] : [],
  );
  if (supportingEvidence.length > 0) citationPart.evidence = supportingEvidence;
}

function checkPart(part: TextPart, text: string, sources: readonly SourceText[], isFrame = false): Verdict {
  return part.kind === 'code' ? checkCode(text, sources) : checkSupport(text, sources, isFrame);
}

function judgeSentence(
  part: TextPart,
  parts: readonly CitationPart[],
  text: string,
  getSource: (evidence: Evidence) => SourceText,
): void {
  const supported = parts.filter(({ mismatch }) => !mismatch);
  if (supported.length === 0) return;
  const start = Math.min(...supported.map((citationPart) => citationPart.start));
  const end = Math.max(...supported.map((citationPart) => citationPart.end));
  if (!hasWords(text.slice(part.start, start)) && !hasWords(text.slice(end, part.end))) return;
  const sources = new Set(supported.flatMap(({ evidence }) => evidence.map(getSource)));
  const { mismatch } = checkPart(part, text.slice(part.start, part.end), [...sources], true);
  if (mismatch) for (const citationPart of supported) citationPart.mismatch = mismatch;
}

/** Runs of sentences that stayed; one in which nothing can be compared stays with its neighbours. */
function mergeSupported(parts: readonly CitationPart[]): ProvenSpan[] {
  const runs: CitationPart[][] = [];
  for (const [at, piece] of parts.entries()) {
    if (piece.mismatch) continue;
    const last = runs.at(-1);
    if (last && !parts[at - 1]?.mismatch) last.push(piece);
    else runs.push([piece]);
  }
  return runs.flatMap((run) => {
    const compared = run.filter(({ isNeutral }) => !isNeutral);
    const [first] = run;
    const end = run.at(-1)?.end ?? 0;
    if (!first || compared.length === 0) return [];
    return [{ start: first.start, end, evidence: [...new Set(compared.flatMap(({ evidence }) => evidence))] }];
  });
}

function toDropped(parts: readonly CitationPart[]): DroppedCitation[] {
  return parts.flatMap(({ start, end, mismatch }) => (mismatch ? [{ start, end, reason: mismatch }] : []));
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
