import type { Mark, Node } from '@tiptap/pm/model';
import type { PhrasingContent } from 'mdast';

/** A part of a paragraph: a text, or without one a break. */
interface Piece {
  text?: string;
  isSoft?: boolean;
  isCode: boolean;
  marks: readonly Mark[];
}

/** Spaces at the start and at the end of a line, which Markdown removes. */
const LINE_EDGES = [/^[ \t\n]+/, /[ \t\n]+$/] as const;
/** Next to these, asterisks are no marks. */
const MARK_EDGES = [/^\s+/, /\s+$/] as const;

/** What Markdown can say of a paragraph or heading. @param isLine whether it is on one line */
export function piecesOf(node: Node, isLine = false): Piece[] {
  const pieces = node.children.map(({ type, text, marks, attrs }): Piece => {
    const others = marks.filter((mark) => mark.type.name !== 'code');
    if (type.isText) return { text: text ?? '', isCode: others.length < marks.length, marks: others };
    const isSoft = attrs['soft'] !== null;
    return isLine ? { text: ' ', isCode: false, marks: others } : { isSoft, isCode: false, marks: others };
  });
  return withoutLineEdges(splitEdges(pieces, LINE_EDGES).inner);
}

function withoutLineEdges(pieces: readonly Piece[]): Piece[] {
  const isBreak = (at: number) => pieces[at] !== undefined && pieces[at].text === undefined;
  return pieces.flatMap((piece, at) => {
    if (piece.isCode) return piece;
    if (piece.text === undefined) return piece.isSoft && (isBreak(at - 1) || isBreak(at + 1)) ? [] : piece;
    const start = isBreak(at - 1) ? piece.text.replace(LINE_EDGES[0], '') : piece.text;
    const value = isBreak(at + 1) ? start.replace(LINE_EDGES[1], '') : start;
    return value ? { ...piece, text: value } : [];
  });
}

const TYPES = { bold: 'strong', italic: 'emphasis', strike: 'delete' } as const;

/** Pieces within their marks, the longest of them outside. */
export function phrasing(pieces: readonly Piece[]): PhrasingContent[] {
  const [first] = pieces;
  if (!first) return [];
  const lengths = first.marks.map((mark) => runLength(pieces, mark));
  const length = Math.max(...lengths);
  const mark = first.marks[lengths.indexOf(length)];
  if (!mark) return [leaf(first), ...phrasing(pieces.slice(1))];
  const inner = pieces.slice(0, length).map((piece) => ({ ...piece, marks: mark.removeFromSet(piece.marks) }));
  return [...withMark(inner, mark), ...phrasing(pieces.slice(length))];
}

function runLength(pieces: readonly Piece[], mark: Mark): number {
  const end = pieces.findIndex(({ marks }) => !mark.isInSet(marks));
  return end < 0 ? pieces.length : end;
}

function leaf({ text, isCode, isSoft }: Piece): PhrasingContent {
  if (text === undefined) return isSoft ? { type: 'text', value: '\n' } : { type: 'break' };
  return { type: isCode ? 'inlineCode' : 'text', value: text };
}

function withMark(pieces: readonly Piece[], mark: Mark): PhrasingContent[] {
  const { href, title } = mark.attrs as Record<string, string | null>;
  if (href !== undefined) return [{ type: 'link', url: href ?? '', title, children: phrasing(pieces) }];
  const { before, inner, after } = splitEdges(pieces, MARK_EDGES);
  if (inner.length === 0) return phrasing(pieces);
  const type = TYPES[mark.type.name as keyof typeof TYPES];
  return [...phrasing(before), { type, children: phrasing(inner) }, ...phrasing(after)];
}

/** Spaces and breaks before and after the text. */
function splitEdges(pieces: readonly Piece[], [start, end]: readonly [RegExp, RegExp]) {
  const hasText = ({ isCode, text = '' }: Piece) => isCode || text.replace(start, '') !== '';
  const from = pieces.findIndex(hasText);
  if (from < 0) return { before: pieces, inner: [], after: [] };
  const to = pieces.findLastIndex(hasText) + 1;
  const inner = pieces.slice(from, to);
  const before = cutSpace(inner, 0, start);
  const after = cutSpace(inner, inner.length - 1, end);
  return { before: [...pieces.slice(0, from), ...before], inner, after: [...after, ...pieces.slice(to)] };
}

/** Removes the space from a piece of the list. */
function cutSpace(pieces: Piece[], at: number, edge: RegExp): Piece[] {
  const piece = pieces[at];
  const space = piece && !piece.isCode && piece.text !== undefined ? edge.exec(piece.text)?.[0] : undefined;
  if (!piece || space === undefined) return [];
  pieces[at] = { ...piece, text: (piece.text ?? '').replace(edge, '') };
  return [{ ...piece, text: space }];
}
