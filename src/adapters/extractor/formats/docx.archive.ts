import { finished } from 'node:stream/promises';
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import { Refusal, malformed, tooMuch } from '../refusal.ts';

const MOST_ENTRIES = 5_000;
const MOST_ENTRY_BYTES = 60 * 1024 * 1024;
const MOST_BYTES = 150 * 1024 * 1024;
/** Unpacked to packed. Real text comes to 20; a small part may well be more. */
const MOST_RATIO = 200;
const SMALL_ENTRY_BYTES = 1024 * 1024;

const NEEDED = ['[Content_Types].xml', 'word/document.xml'];

/**
 * Refuses an archive that unpacks to far more than it is, or that is no DOCX. Each entry is unpacked once to see that the
 * size it states is true, since the reader of the document believes it.
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
  if (isBomb) throw new Refusal('TOO_LARGE', 'The file unpacks to far more than a document has');
  if (entry.isEncrypted()) throw new Refusal('ENCRYPTED', 'The file is protected by a password');
}

/** Fails where the stated size is wrong. */
async function unpack(zip: ZipFile, entry: Entry): Promise<void> {
  const stream = await zip.openReadStreamPromise(entry);
  stream.resume();
  await finished(stream);
}

function refuseOther(names: ReadonlySet<string>): void {
  if (NEEDED.every((name) => names.has(name))) return;
  throw new Refusal('MISLABELLED', 'The file is named .docx but is a ZIP archive of something else');
}
