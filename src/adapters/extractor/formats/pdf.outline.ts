import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js';

/** A bookmark: its title and the start of its section; `y` is the distance from the top of the page in points. */
export interface OutlineMark {
  title: string;
  level: number;
  page: number;
  y: number;
}

interface OutlineNode {
  title: string;
  dest: string | unknown[] | null;
  items: OutlineNode[];
}

const MAX_MARKS = 5_000;
const MAX_DEPTH = 6;

/** The bookmarks of the document that point to a position on a page, in order. */
export async function readOutline(document: PDFDocumentProxy): Promise<OutlineMark[]> {
  const roots = (await document.getOutline().catch(() => null)) as OutlineNode[] | null;
  const marks: OutlineMark[] = [];
  const nodes = flatten(roots ?? []);
  for (const { node, level } of nodes) {
    const place = await findDestination(document, node).catch(() => null);
    if (place) marks.push({ title: node.title.trim(), level, ...place });
  }
  return marks.filter(({ title }) => title !== '');
}

function flatten(roots: readonly OutlineNode[]): { node: OutlineNode; level: number }[] {
  const found: { node: OutlineNode; level: number }[] = [];
  const waiting = roots.toReversed().map((node) => ({ node, level: 1 }));
  for (let next = waiting.pop(); next && found.length < MAX_MARKS; next = waiting.pop()) {
    found.push(next);
    const level = Math.min(next.level + 1, MAX_DEPTH);
    waiting.push(...next.node.items.toReversed().map((node) => ({ node, level })));
  }
  return found;
}

async function findDestination(
  document: PDFDocumentProxy,
  { dest }: OutlineNode,
): Promise<{ page: number; y: number } | null> {
  const target = typeof dest === 'string' ? await document.getDestination(dest) : dest;
  if (!target) return null;
  const [reference, kind, left, top] = target as [unknown, { name?: string } | undefined, unknown, unknown];
  const index = typeof reference === 'number' ? reference : await document.getPageIndex(reference as never);
  const page = await document.getPage(index + 1);
  const y = kind?.name === 'XYZ' ? top : kind?.name === 'FitH' ? left : null;
  if (typeof y !== 'number') return { page: index + 1, y: 0 };
  const [, fromTop] = page.getViewport({ scale: 1 }).convertToViewportPoint(0, y);
  return { page: index + 1, y: Math.max(0, Number(fromTop)) };
}
