import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import type { ExtractedBlock, Extraction } from '../../../ports/extractor.ts';
import type { ReadOptions } from '../read-file.ts';
import { MAX_OCR_PAGES, MAX_PAGES } from '../limits.ts';
import { ExtractionError, encryptedFile, malformedFile, tooMuch } from '../extraction-error.ts';
import { type Ocr, createOcr } from '../ocr.ts';
import { readLines } from './pdf.lines.ts';
import { type PdfPage, detectStructure } from './pdf.layout.ts';
import { readPageImage } from './pdf.ocr.ts';
import { readOutline } from './pdf.outline.ts';
import { readTagged } from './pdf.tagged.ts';

/** A page with less text than this may be an image with a page number. */
const FEW_CHARACTERS = 16;

/** Pages in order; pages without text are read by OCR. */
export async function readPdf(bytes: Buffer, options: ReadOptions): Promise<Extraction> {
  const document = await open(bytes);
  if (document.numPages > MAX_PAGES) throw tooMuch(`${MAX_PAGES} pages`);
  const ocr = createOcr(options.languages, 'paper');
  const reader = new PdfReader(document, ocr, options);
  try {
    return await reader.read();
  } finally {
    await ocr.close();
    await document.loadingTask.destroy();
  }
}

class PdfReader {
  private readonly document: PDFDocumentProxy;
  private readonly ocr: Ocr;
  private readonly options: ReadOptions;
  private ocrPages = 0;
  private unread: number[] = [];

  constructor(document: PDFDocumentProxy, ocr: Ocr, options: ReadOptions) {
    this.document = document;
    this.ocr = ocr;
    this.options = options;
  }

  async read(): Promise<Extraction> {
    const marks = await readOutline(this.document);
    const tagged = (await this.document.getMarkInfo().catch(() => null))?.Marked === true;
    const pages: PdfPage[] = [];
    for (let number = 1; number <= this.document.numPages; number++) {
      pages.push(await this.readPage(number, tagged));
      this.options.onProgress(number / this.document.numPages, this.ocrPages);
    }
    return { blocks: detectStructure(pages, marks), pages: pages.length, ocrPages: this.ocrPages, notes: this.notes() };
  }

  private async readPage(number: number, tagged: boolean): Promise<PdfPage> {
    let page: PDFPageProxy | undefined;
    try {
      page = await this.document.getPage(number);
      const viewport = page.getViewport({ scale: 1 });
      const { height } = viewport;
      const content = await page.getTextContent({ includeMarkedContent: true });
      const lines = readLines(content.items, viewport);
      const length = lines.reduce((sum, line) => sum + line.length, 0);
      this.options.onText(length);
      const picture = length < FEW_CHARACTERS ? await this.readPicture(page, number) : null;
      if (picture && countCharacters(picture) > length) return { page: number, height, blocks: picture };
      const blocks = tagged ? await readTagged(page, content.items, number, length) : null;
      return blocks ? { page: number, height, blocks } : { page: number, height, lines };
    } catch (error) {
      if (error instanceof ExtractionError) throw error;
      this.unread.push(number);
      return { page: number, height: 0, blocks: [] };
    } finally {
      page?.cleanup();
    }
  }

  /** Reads a page by OCR; null for an empty page, and for pages above the OCR limit. */
  private async readPicture(page: PDFPageProxy, number: number): Promise<ExtractedBlock[] | null> {
    if (this.ocrPages >= MAX_OCR_PAGES) {
      this.unread.push(number);
      return null;
    }
    const read = await readPageImage(page, this.ocr);
    if (read === null) return null;
    this.ocrPages++;
    this.options.onText(read.reduce((sum, text) => sum + text.length, 0));
    return read.map((text) => ({ kind: 'paragraph', text, page: number }));
  }

  private notes(): string[] {
    const [first] = this.unread;
    if (first === undefined) return [];
    return [
      `${this.unread.length} of ${this.document.numPages} pages could not be read, the first of them page ${first}; ` +
        `at most ${MAX_OCR_PAGES} pages are read from their pictures`,
    ];
  }
}

function countCharacters(blocks: readonly ExtractedBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

async function open({ buffer, byteOffset, byteLength }: Buffer): Promise<PDFDocumentProxy> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task = getDocument({
    // It rejects buffers.
    data: new Uint8Array(buffer, byteOffset, byteLength),
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    standardFontDataUrl: `${join(home, 'standard_fonts')}/`,
    cMapUrl: `${join(home, 'cmaps')}/`,
    cMapPacked: true,
    wasmUrl: `${join(home, 'wasm')}/`,
  });
  return task.promise.catch((error: unknown) => {
    if (error instanceof Error && error.name === 'PasswordException') throw encryptedFile();
    throw malformedFile('PDF');
  });
}
