import type { ExtractedBlock } from '../../../ports/extractor.ts';
import { frontMatterIn } from '../../../text/chunking/front-matter.ts';
import { parseHtml } from '../../../text/chunking/html.ts';
import { parseMarkdown } from '../../../text/chunking/markdown.ts';
import { parseText } from '../../../text/chunking/plain-text.ts';
import { decodeText } from './charset.ts';

/** Where a page declares its character set, according to the HTML standard. */
const DECLARED_WITHIN = 4096;

export function readText(bytes: Uint8Array): ExtractedBlock[] {
  return parseText(decodeText(bytes));
}

export function readMarkdown(bytes: Uint8Array): ExtractedBlock[] {
  const text = decodeText(bytes);
  const frontMatter = frontMatterIn(text);
  const [first, ...others] = parseMarkdown(text);
  return first && frontMatter ? [{ ...first, frontMatter }, ...others] : first ? [first, ...others] : [];
}

export function readHtml(bytes: Uint8Array): ExtractedBlock[] {
  const head = Buffer.from(bytes.subarray(0, DECLARED_WITHIN)).toString('latin1');
  const declared = /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(head)?.[1];
  return parseHtml(decodeText(bytes, declared));
}
