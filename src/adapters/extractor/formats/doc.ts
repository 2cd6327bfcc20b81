import WordExtractor from 'word-extractor';
import type { ExtractedBlock } from '../../../ports/extractor.ts';
import { encryptedFile, malformedFile } from '../extraction-error.ts';

const SECTOR = 512;
const MARK = 0xa5ec;
/** Files of Word 6 to 2007. */
const LATEST_VERSION = 0x0112;
const FLAGS_OFFSET = 0x0a;
const ENCRYPTION_FLAG = 0x0100;

/** Paragraphs and tables of a Word 97 to 2003 file, then its notes. Headings cannot be distinguished from paragraphs. */
export async function readDoc(file: Buffer): Promise<ExtractedBlock[]> {
  if (isEncrypted(file)) throw encryptedFile();
  try {
    const document = await new WordExtractor().extract(file);
    const parts = [document.getBody(), document.getTextboxes(), document.getFootnotes(), document.getEndnotes()];
    return parts.flatMap(toBlocks);
  } catch {
    throw malformedFile('DOC');
  }
}

/** The main stream begins at the start of a sector with a magic number; the flags follow it. */
function isEncrypted(file: Buffer): boolean {
  for (let index = SECTOR; index + FLAGS_OFFSET + 2 <= file.length; index += SECTOR) {
    const isMain = file.readUInt16LE(index) === MARK && file.readUInt16LE(index + 2) <= LATEST_VERSION;
    if (isMain) return (file.readUInt16LE(index + FLAGS_OFFSET) & ENCRYPTION_FLAG) !== 0;
  }
  return false;
}

/** A line is a paragraph; two or more consecutive lines with tabs are the rows of a table. */
function toBlocks(text: string): ExtractedBlock[] {
  const blocks: ExtractedBlock[] = [];
  let rows: string[] = [];
  for (const line of [...text.split(/\r\n?|\n/), '']) {
    if (line.includes('\t')) rows.push(line);
    else {
      blocks.push(...toTable(rows));
      rows = [];
      if (line.trim()) blocks.push({ kind: 'paragraph', text: line.trim() });
    }
  }
  return blocks;
}

function toTable(rows: readonly string[]): ExtractedBlock[] {
  const lines = rows
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .map((cells) => (cells.at(-1) === '' ? cells.slice(0, -1) : cells));
  if (lines.length === 0) return [];
  if (lines.length === 1) return [{ kind: 'paragraph', text: (lines[0] ?? []).join(' ').trim() }];
  return [{ kind: 'table', text: lines.map((cells) => cells.join(' | ')).join('\n') }];
}
