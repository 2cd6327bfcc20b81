import type { LinkPolicy } from './link-policy.ts';
import { type LinkToken, nextToken } from './link-parser.ts';

/**
 * Removes links and images that the policy does not allow from streamed text. Only text that may become part of a link
 * is buffered until that is decided, so emitted text is final; the result does not depend on how the text is split.
 */
export class LinkFilter {
  private readonly policy: LinkPolicy;
  private readonly changes: (LinkToken & { start: number; outStart: number })[] = [];
  private pendingText = '';
  private start = 0;
  private outputStart = 0;

  constructor(policy: LinkPolicy) {
    this.policy = policy;
  }

  /** Returns the text that is final. */
  push(text: string): string {
    this.pendingText += text;
    return this.take(false);
  }

  /** Returns the rest at the end of the text. */
  end(): string {
    return this.take(true);
  }

  /** Maps a span of the given text to the filtered one; a span that ends within a changed part includes all of it. */
  toSourceSpan(start: number, end: number): { start: number; end: number } {
    return { start: this.toSourcePosition(start, 'start'), end: this.toSourcePosition(end, 'end') };
  }

  private take(isLast: boolean): string {
    let out = '';
    for (;;) {
      const token = nextToken(this.pendingText, this.policy, isLast);
      if (!token) return out;
      if (token.out !== this.pendingText.slice(0, token.length)) {
        this.changes.push({ ...token, start: this.start, outStart: this.outputStart });
      }
      this.pendingText = this.pendingText.slice(token.length);
      this.start += token.length;
      this.outputStart += token.out.length;
      out += token.out;
    }
  }

  /** Converts a position. Only changed parts are stored: between them the offset of the two texts is constant. */
  private toSourcePosition(at: number, side: 'start' | 'end'): number {
    let shift = 0;
    for (const { start, length, outStart, out } of this.changes) {
      const precedes = side === 'start' ? at < start + length : at <= start;
      if (precedes) return at <= start ? at + shift : outStart;
      if (at < start + length || (side === 'end' && at === start + length)) return outStart + out.length;
      shift = outStart + out.length - (start + length);
    }
    return at + shift;
  }
}
