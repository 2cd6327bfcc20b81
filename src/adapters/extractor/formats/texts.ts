import type { ExtractedBlock } from '../../../ports/extractor.ts';
import { parseHtml } from '../../../text/chunking/html.ts';
import { parseWithFrontMatter } from '../../../text/chunking/markdown.ts';
import { parseText } from '../../../text/chunking/plain-text.ts';
import { decodeText } from './charset.ts';

/** Where a page declares its character set, according to the HTML standard. */
const MAX_DECLARATION_OFFSET = 4096;

export function readText(bytes: Buffer): ExtractedBlock[] {
  return parseText(decodeText(bytes));
}

export function readMarkdown(bytes: Buffer): ExtractedBlock[] {
  const { blocks, frontMatter } = parseWithFrontMatter(decodeText(bytes));
  const [first, ...others] = blocks;
  return first && frontMatter ? [{ ...first, frontMatter }, ...others] : blocks;
}

export function readHtml(bytes: Buffer): ExtractedBlock[] {
  const head = bytes.toString('latin1', 0, MAX_DECLARATION_OFFSET);
  const declared = /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(head)?.[1];
  return parseHtml(decodeText(bytes, declared));
}
