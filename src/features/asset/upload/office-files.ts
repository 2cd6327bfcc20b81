import { Readable } from 'node:stream';
import { RandomAccessReader, fromRandomAccessReaderPromise } from 'yauzl';
import type { StoredContent } from './verify-content.ts';

const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const WORD_STREAM = Buffer.from('WordDocument', 'utf16le');

/** Parts of every Word file. */
const WORD_PARTS = ['[Content_Types].xml', 'word/document.xml'];
const MAX_PARTS = 20_000;

/** A zip whose directory has the parts of a Word file. Nothing is unpacked. */
export async function isWordFile(content: StoredContent): Promise<boolean> {
  try {
    const missing = new Set(WORD_PARTS);
    let parts = 0;
    const zip = await fromRandomAccessReaderPromise(new Ranges(content), content.size);
    for await (const { fileName } of zip.eachEntry()) {
      missing.delete(fileName);
      parts += 1;
      if (missing.size === 0) return true;
      if (parts > MAX_PARTS) return false;
    }
    return false;
  } catch {
    return false;
  }
}

/** An OLE compound file (the format before Office 2007) with Word's stream. */
export async function isOldWordFile(head: Buffer, content: StoredContent): Promise<boolean> {
  if (!head.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) return false;
  let before = Buffer.alloc(0);
  for await (const chunk of await content.stream()) {
    const window = Buffer.concat([before, chunk as Buffer]);
    if (window.includes(WORD_STREAM)) return true;
    before = window.subarray(-WORD_STREAM.length);
  }
  return false;
}

/** The random access reader of `yauzl` over ranges of the stored file. */
class Ranges extends RandomAccessReader {
  private readonly content: StoredContent;

  constructor(content: StoredContent) {
    super();
    this.content = content;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.readRange(start, end));
  }

  private async *readRange(start: number, end: number): AsyncGenerator<Buffer> {
    if (end > start) yield await this.content.read(start, end - 1);
  }
}
