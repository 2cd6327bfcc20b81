import { finished } from 'node:stream/promises';
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import { ExtractionError, encryptedFile, malformedFile, tooMuch } from '../extraction-error.ts';

const MAX_ENTRIES = 5_000;
const MAX_ENTRY_BYTES = 60 * 1024 * 1024;
const MAX_BYTES = 150 * 1024 * 1024;
/** Ratio of unpacked to packed size. Real documents have up to 20; small parts may have more. */
const MAX_RATIO = 200;
const SMALL_ENTRY_BYTES = 1024 * 1024;

const REQUIRED_ENTRIES = ['[Content_Types].xml', 'word/document.xml'];

/**
 * Rejects an archive whose unpacked size is much larger, or that is not a DOCX. Each entry is unpacked once to verify
 * its stated size, because the document parser trusts it.
 */
export async function checkArchive(file: Buffer): Promise<void> {
  const zip = await fromBufferPromise(file).catch(() => null);
  if (!zip || zip.entryCount > MAX_ENTRIES) throw zip ? tooMuch(`${MAX_ENTRIES} parts`) : malformedFile('DOCX');
  const names = new Set<string>();
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      names.add(entry.fileName);
      bytes += entry.uncompressedSize;
      assertUnpackedSize(entry, bytes);
      if (!entry.fileName.endsWith('/')) await unpack(zip, entry);
    }
  } catch (error) {
    throw error instanceof ExtractionError ? error : malformedFile('DOCX');
  }
  assertWordDocument(names);
}

function assertUnpackedSize(entry: Entry, bytes: number): void {
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  const isBomb =
    bytes > MAX_BYTES ||
    entry.uncompressedSize > MAX_ENTRY_BYTES ||
    (entry.uncompressedSize > SMALL_ENTRY_BYTES && ratio > MAX_RATIO);
  if (isBomb) throw new ExtractionError('TOO_LARGE', 'The unpacked file is too large');
  if (entry.isEncrypted()) throw encryptedFile();
}

/** Fails if the stated size is wrong. */
async function unpack(zip: ZipFile, entry: Entry): Promise<void> {
  const stream = await zip.openReadStreamPromise(entry);
  stream.resume();
  await finished(stream);
}

function assertWordDocument(names: ReadonlySet<string>): void {
  if (REQUIRED_ENTRIES.every((name) => names.has(name))) return;
  throw new ExtractionError('MISLABELLED', 'The file is named .docx but is a ZIP archive without a Word document');
}
