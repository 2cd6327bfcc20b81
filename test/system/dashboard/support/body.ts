import { fileURLToPath } from 'node:url';

interface EditorNode {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  content?: EditorNode[];
}

interface Body {
  format: 'html' | 'markdown';
  blocks: readonly { source: string }[];
  gaps: readonly string[];
}

interface BodyModules {
  readBody: (source: string) => { body: Body } | { problems: unknown[] };
  documentOf: (body: Body) => EditorNode;
  writeBody: (body: Body, edited: EditorNode) => string;
  withLineEnds: (stored: string, typed: string) => string;
}

/** What the editor of a body does with its source, without a page around it. */
const load = (path: string) =>
  import(fileURLToPath(new URL(`../../../../dashboard/${path}`, import.meta.url))) as Promise<BodyModules>;

export const { readBody, documentOf } = await load('pages/content/body/body.ts');
export const { writeBody } = await load('pages/content/body/write-body.ts');
export const { withLineEnds } = await load('ui/line-ends.ts');

/** The blocks of a body that opens formatted; null if it opens as source text. */
export function openFormatted(source: string) {
  const reading = readBody(source);
  if (!('body' in reading)) return null;
  return { body: reading.body, edited: documentOf(reading.body) };
}

/** Types a word at the end of a paragraph. @returns the block's place; null if there is none */
export function typeInParagraph(edited: EditorNode, word: string): number | null {
  const blocks = edited.content ?? [];
  const places = [...blocks.keys()].filter((at) => blocks[at]?.type === 'paragraph' && blocks[at].content);
  const at = places[Math.floor(places.length / 2)];
  if (at === undefined) return null;
  blocks[at]?.content?.push({ type: 'text', text: ` ${word}` });
  return at;
}

/** The source before and after a block. */
export function sourceAround({ blocks, gaps }: Body, at: number): { before: string; after: string } {
  const parts = blocks.map(({ source }, place) => source + (gaps[place + 1] ?? ''));
  return {
    before: (gaps[0] ?? '') + parts.slice(0, at).join(''),
    after: (gaps[at + 1] ?? '') + parts.slice(at + 1).join(''),
  };
}
