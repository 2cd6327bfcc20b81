import type { LinkPolicy } from './link-policy.ts';
import { type Piece, nextPiece } from './link-pieces.ts';

/**
 * Takes links and images that the policy does not allow out of a text that comes in parts. Only what may become part of a
 * link is held back until that is decided, so what was given out never needs to be taken back; how the text is cut into
 * parts makes no difference.
 */
export class LinkFilter {
  private readonly policy: LinkPolicy;
  private readonly pieces: (Piece & { start: number; outStart: number })[] = [];
  private pending = '';
  private start = 0;
  private outStart = 0;

  constructor(policy: LinkPolicy) {
    this.policy = policy;
  }

  /** Answers what is certain by now. */
  push(text: string): string {
    this.pending += text;
    return this.take(false);
  }

  /** Answers the rest: no more text comes. */
  end(): string {
    return this.take(true);
  }

  /** Where a span of the given text stands in the filtered one; one that ends within a changed part takes in all of it. */
  spanOf(start: number, end: number): { start: number; end: number } {
    return { start: this.positionOf(start, 'start'), end: this.positionOf(end, 'end') };
  }

  private take(isLast: boolean): string {
    let out = '';
    for (;;) {
      const piece = nextPiece(this.pending, this.policy, isLast);
      if (!piece) return out;
      if (piece.out !== this.pending.slice(0, piece.length)) {
        this.pieces.push({ ...piece, start: this.start, outStart: this.outStart });
      }
      this.pending = this.pending.slice(piece.length);
      this.start += piece.length;
      this.outStart += piece.out.length;
      out += piece.out;
    }
  }

  /** Only changed pieces are kept: between them the distance between the two texts is constant. */
  private positionOf(at: number, side: 'start' | 'end'): number {
    let shift = 0;
    for (const { start, length, outStart, out } of this.pieces) {
      const isBefore = side === 'start' ? at < start + length : at <= start;
      if (isBefore) return at <= start ? at + shift : outStart;
      if (at < start + length || (side === 'end' && at === start + length)) return outStart + out.length;
      shift = outStart + out.length - (start + length);
    }
    return at + shift;
  }
}

/** The same for a text that is whole. */
export function filterLinks(text: string, policy: LinkPolicy): string {
  const filter = new LinkFilter(policy);
  return filter.push(text) + filter.end();
}
