import type { DocumentFormat } from '../../ports/extractor.ts';
import { ExtractionError, malformedFile } from './extraction-error.ts';

/** A PDF may have this many other bytes before its header. */
const MAX_PDF_HEADER_OFFSET = 1024;

const SIGNATURES: readonly [name: string, bytes: string][] = [
  ['a PNG image', '\x89PNG\r\n'],
  ['a JPEG image', '\xff\xd8\xff'],
  ['a GIF image', 'GIF8'],
  ['a RIFF file', 'RIFF'],
  ['a program', '\x7fELF'],
  ['a program', 'MZ\x90\0'],
  ['a gzip archive', '\x1f\x8b'],
  ['a 7-Zip archive', "7z\xbc\xaf'\x1c"],
  ['a RAR archive', 'Rar!\x1a'],
  ['a bzip2 archive', 'BZh'],
  ['an XZ archive', '\xfd7zXZ\0'],
  ['an RTF document', String.raw`{\rtf`],
  ['a database', 'SQLite format 3\0'],
  ['a TIFF image', 'II*\0'],
  ['a TIFF image', 'MM\0*'],
];

const PDF = 'a PDF document';
const ZIP = 'a ZIP archive';
const OLE = 'a document in the older Office format';

/** Rejects a file whose first bytes do not match its extension. */
export function assertFormat(bytes: Buffer, format: DocumentFormat): void {
  const found = detectKind(bytes);
  const expectedKind = { pdf: PDF, docx: ZIP, doc: OLE, txt: null, md: null, html: null }[format];
  if (found === expectedKind) return;
  // An encrypted DOCX is stored in the container of the older Office format; the parser reports it.
  if (format === 'docx' && found === OLE) return;
  if (found !== null) throw new ExtractionError('MISLABELLED', `The file is named .${format} but is ${found}`);
  throw malformedFile(format.toUpperCase());
}

function detectKind(bytes: Buffer): string | null {
  const text = bytes.toString('latin1', 0, MAX_PDF_HEADER_OFFSET + 5);
  if (text.startsWith('PK\x03\x04') || text.startsWith('PK\x05\x06')) return ZIP;
  if (text.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return OLE;
  const signatureEntry = SIGNATURES.find(([, signature]) => text.startsWith(signature));
  if (signatureEntry) return signatureEntry[0];
  return isPdf(text) ? PDF : null;
}

/** The header must be at the start of a line, with nothing readable before it: a text that quotes it is not a PDF. */
function isPdf(head: string): boolean {
  const index = head.indexOf('%PDF-');
  if (index < 0) return false;
  return index === 0 || /[\0-\x08\x0e-\x1f]/.test(head.slice(0, index)) || /^\s+$/.test(head.slice(0, index));
}
