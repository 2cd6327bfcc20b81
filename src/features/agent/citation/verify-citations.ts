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
  cited: readonly ProvenSpan[],
): Promise<{ spans: ProvenSpan[]; dropped: DroppedCitation[] }> {
  const parts = textParts(text);
  const sourceOf = await readSources(new Set(cited.flatMap(({ evidence }) => evidence)));
  const pieces = cited.flatMap((span, citation) => splitSpan(text, parts, span, citation));
  for (const piece of pieces) {
    if (parts.indexOf(piece.part) >= MAX_SENTENCES) piece.mismatch = 'limit';
    else {
      judge(piece, text, sourceOf);
      await nextTurn();
    }
  }
  for (const [part, all] of Map.groupBy(pieces, (piece) => piece.part)) {
    judgeSentence(part, all, text, sourceOf);
    await nextTurn();
  }
  return {
    spans: cited.flatMap((_, at) => mergeKept(pieces.filter(({ citation }) => citation === at))),
    dropped: toDropped(pieces),
  };
}

async function readSources(cited: ReadonlySet<Evidence>): Promise<(evidence: Evidence) => SourceText> {
  const sources = new Map<Evidence, SourceText>();
  for (const evidence of cited) {
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

function judge(piece: CitationPart, text: string, sourceOf: (evidence: Evidence) => SourceText): void {
  const bySource = new Map(piece.evidence.map((each) => [sourceOf(each), each]));
  const { part } = piece;
  const own = checkPart(part, text.slice(piece.start, piece.end), [...bySource.keys()]);
  // A pronoun says what its sentence says.
  const verdict = own.isNeutral ? checkPart(part, text.slice(part.start, part.end), [...bySource.keys()]) : own;
  piece.mismatch = verdict.mismatch;
  piece.isNeutral = verdict.isNeutral;
  const supporting = [...bySource].flatMap(([source, each]) => (verdict.sources.has(source) ? [each] : []));
  if (supporting.length > 0) piece.evidence = supporting;
}

function checkPart(part: TextPart, text: string, sources: readonly SourceText[], isFrame = false): Verdict {
  return part.kind === 'code' ? checkCode(text, sources) : checkSupport(text, sources, isFrame);
}

function judgeSentence(
  part: TextPart,
  pieces: readonly CitationPart[],
  text: string,
  sourceOf: (evidence: Evidence) => SourceText,
): void {
  const supported = pieces.filter(({ mismatch }) => !mismatch);
  if (supported.length === 0) return;
  const start = Math.min(...supported.map((piece) => piece.start));
  const end = Math.max(...supported.map((piece) => piece.end));
  if (!hasWords(text.slice(part.start, start)) && !hasWords(text.slice(end, part.end))) return;
  const sources = new Set(supported.flatMap(({ evidence }) => evidence.map(sourceOf)));
  const { mismatch } = checkPart(part, text.slice(part.start, part.end), [...sources], true);
  if (mismatch) for (const piece of supported) piece.mismatch = mismatch;
}

/** Runs of sentences that stayed; one in which nothing can be compared stays with its neighbours. */
function mergeKept(pieces: readonly CitationPart[]): ProvenSpan[] {
  const runs: CitationPart[][] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece.mismatch) continue;
    const last = runs.at(-1);
    if (last && !pieces[at - 1]?.mismatch) last.push(piece);
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

function toDropped(pieces: readonly CitationPart[]): DroppedCitation[] {
  return pieces.flatMap(({ start, end, mismatch }) => (mismatch ? [{ start, end, reason: mismatch }] : []));
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
