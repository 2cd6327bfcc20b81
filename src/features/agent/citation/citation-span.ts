import type { Evidence } from '../retrieval/evidence.ts';
import type { Citation } from './citation.types.ts';
import type { Mismatch } from './support.ts';

/** A part of the model's text with the passages that support it. */
export interface ProvenSpan {
  start: number;
  end: number;
  evidence: readonly Evidence[];
}

/** A citation that was removed, or the part of one: offsets into the text of the model. */
export interface DroppedCitation {
  start: number;
  end: number;
  reason: Mismatch | 'access' | 'limit' | 'model';
}

/** The message of an answer with its citations in place. */
export interface CitedAnswer {
  message: string;
  citations: Citation[];
  /** The cited passages in order, also if the persona shows no citations. */
  passages: readonly Evidence[];
}
