import { finished } from 'node:stream/promises';
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import { Refusal, malformed, tooMuch } from '../refusal.ts';

const MOST_ENTRIES = 5_000;
const MOST_ENTRY_BYTES = 60 * 1024 * 1024;
const MOST_BYTES = 150 * 1024 * 1024;
/** Ratio of unpacked to packed size. Real documents have up to 20; small parts may have more. */
const MOST_RATIO = 200;
const SMALL_ENTRY_BYTES = 1024 * 1024;

const NEEDED = ['[Content_Types].xml', 'word/document.xml'];

/**
 * Rejects an archive whose unpacked size is much larger, or that is not a DOCX. Each entry is unpacked once to verify
 * its stated size, because the document parser trusts it.
 */
export async function checkArchive(file: Buffer): Promise<void> {
  const zip = await fromBufferPromise(file).catch(() => null);
  if (!zip || zip.entryCount > MOST_ENTRIES) throw zip ? tooMuch(`${MOST_ENTRIES} parts`) : malformed('DOCX');
  const names = new Set<string>();
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      names.add(entry.fileName);
      bytes += entry.uncompressedSize;
      refuseBomb(entry, bytes);
      if (!entry.fileName.endsWith('/')) await unpack(zip, entry);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : malformed('DOCX');
  }
  refuseOther(names);
}

function refuseBomb(entry: Entry, bytes: number): void {
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  const isBomb =
    bytes > MOST_BYTES ||
    entry.uncompressedSize > MOST_ENTRY_BYTES ||
    (entry.uncompressedSize > SMALL_ENTRY_BYTES && ratio > MOST_RATIO);
  if (isBomb) throw new Refusal('TOO_LARGE', 'The unpacked file is too large');
  if (entry.isEncrypted()) throw new Refusal('ENCRYPTED', 'The file is password-protected');
}

/** Fails if the stated size is wrong. */
async function unpack(zip: ZipFile, entry: Entry): Promise<void> {
  const stream = await zip.openReadStreamPromise(entry);
  stream.resume();
  await finished(stream);
}

function refuseOther(names: ReadonlySet<string>): void {
  if (NEEDED.every((name) => names.has(name))) return;
  throw new Refusal('MISLABELLED', 'The file is named .docx but is a ZIP archive without a Word document');
}
