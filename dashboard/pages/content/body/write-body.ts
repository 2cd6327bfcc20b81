import type { JSONContent } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { align, isSame } from './align.ts';
import { type Body, FRONT_MATTER } from './body.ts';
import { type Codec, CODECS, nodesIn } from './codec.ts';
import { SCHEMAS } from './schema.ts';

/**
 * The source of an edited body. A block that nobody has changed is copied, byte for byte, and so is what stands between
 * two of them; only the other blocks are written.
 */
export function writeBody(body: Body, edited: JSONContent): string {
  const nodes = Node.fromJSON(SCHEMAS[body.format], edited).children;
  const isBlank = nodes.length === 1 && isEmpty(nodes[0]) && !(body.blocks[0] && nodes[0]?.eq(body.blocks[0].node));
  if (isBlank) return body.blocks.length === 0 ? body.gaps.join('') : '';
  return new BodyWriter(body, body.format === 'html' ? nodes : nodes.filter((node) => !isEmpty(node))).write();
}

/** Markdown has no empty paragraphs. */
function isEmpty(node: Node | undefined): boolean {
  return node?.type.name === 'paragraph' && node.childCount === 0;
}

/** A block that is copied, or blocks beside each other that are written. */
interface Segment {
  text: string;
  /** What it is when it is read again. */
  nodes: readonly Node[];
  /** The blocks whose place it has, to exclude the last one. */
  places: readonly [number, number];
  /** Its blocks in the edited body. */
  from: number;
  isWritten: boolean;
}

class BodyWriter {
  private readonly body: Body;
  private readonly codec: Codec;
  private readonly nodes: readonly Node[];
  /** For each node the block that it is copied from, or null. */
  private readonly origins: (number | null)[];
  /** The nodes before which the gap of the source is not used. */
  private readonly freshGaps = new Set<number>();
  private readonly lineEnd: string;

  constructor(body: Body, nodes: readonly Node[]) {
    this.body = body;
    this.codec = CODECS[body.format];
    this.nodes = nodes;
    this.origins = align(
      body.blocks.map(({ node }) => node),
      nodes,
    );
    const source = body.gaps.map((gap, at) => gap + (body.blocks[at]?.source ?? '')).join('');
    this.lineEnd = /\r?\n/.exec(source)?.[0] ?? '\n';
  }

  write(): string {
    let segments = this.segments();
    while (this.codec.isContextual && this.mend(segments)) segments = this.segments();
    const { gaps, blocks } = this.body;
    const [start = '', end = ''] = blocks.length > 0 ? [gaps[0], gaps.at(-1)] : [];
    const source = start + this.join(segments) + end;
    if (!FRONT_MATTER.test(source)) return source;
    return this.writeAll(segments.slice(0, 1)) ? this.write() : source;
  }

  private segments(): Segment[] {
    const segments: Segment[] = [];
    for (let from = 0; from < this.nodes.length;) {
      const origin = this.origins[from] ?? null;
      const to = origin === null ? this.nextCopied(from) : from + 1;
      segments.push(origin === null ? this.written(from, to) : this.copied(from, origin));
      from = to;
    }
    return segments;
  }

  private nextCopied(from: number): number {
    const next = this.origins.findIndex((origin, at) => at > from && origin !== null);
    return next < 0 ? this.nodes.length : next;
  }

  private copied(from: number, origin: number): Segment {
    const { source, node } = this.body.blocks[origin] as Body['blocks'][number];
    return { text: source, nodes: [node], places: [origin, origin + 1], from, isWritten: false };
  }

  private written(from: number, to: number): Segment {
    const nodes = this.nodes.slice(from, to);
    const start = from === 0 ? 0 : (this.origins[from - 1] ?? -1) + 1;
    const end = to === this.nodes.length ? this.body.blocks.length : (this.origins[to] ?? start);
    const replaced = this.body.blocks.slice(start, end).map(({ source }) => source);
    const { text, nodes: readable } = this.codec.write(nodes, this.defaultGap(), replaced.join('\n'));
    return { text: text.replaceAll('\n', this.lineEnd), nodes: readable, places: [start, end], from, isWritten: true };
  }

  private join(segments: readonly Segment[]): string {
    return segments.map((segment, at) => this.gapBetween(segments[at - 1], segment) + segment.text).join('');
  }

  /** The gap of the source before the later one, unless a block is added at the start or at the end. */
  private gapBetween(before: Segment | undefined, after: Segment): string {
    if (!before) return '';
    const at = after.isWritten ? before.places[1] : after.places[0];
    const isInner = at > 0 && at < this.body.blocks.length;
    const gap = isInner && !this.freshGaps.has(after.from) ? this.body.gaps[at] : undefined;
    return gap ?? this.defaultGap();
  }

  private defaultGap(): string {
    if (this.codec.isContextual) return this.codec.gap.replaceAll('\n', this.lineEnd);
    return (this.body.blocks.length > 1 && this.body.gaps[1]) || this.codec.gap;
  }

  /**
   * Changes what is copied where a block would mean something else beside its new neighbours: first the gap between
   * them, then which of them are written. @returns whether something was changed
   */
  private mend(segments: readonly Segment[]): boolean {
    return segments.some((segment, at) => {
      const before = segments[at - 1];
      const isNeighbour = !before || before.isWritten || before.places[1] === segment.places[0];
      if (!segment.isWritten && isNeighbour) return false;
      const around = segments.slice(Math.max(0, at - 1), at + 2);
      const isGood = this.reads(around) || !this.reads([segment]);
      return !isGood && (this.renewGaps(around) || this.writeAll(around));
    });
  }

  private reads(segments: readonly Segment[]): boolean {
    return isSame(
      nodesIn(this.codec, this.join(segments)),
      segments.flatMap(({ nodes }) => nodes),
    );
  }

  private renewGaps(segments: readonly Segment[]): boolean {
    const { size } = this.freshGaps;
    for (const { from } of segments.slice(1)) this.freshGaps.add(from);
    return this.freshGaps.size > size;
  }

  private writeAll(segments: readonly Segment[]): boolean {
    const copied = segments.filter(({ isWritten }) => !isWritten);
    for (const { from } of copied) this.origins[from] = null;
    return copied.length > 0;
  }
}
