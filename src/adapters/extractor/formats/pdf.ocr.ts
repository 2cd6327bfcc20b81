import { createCanvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import { OEM, type Worker, createWorker } from 'tesseract.js';
import type { OcrLanguages } from '../languages.ts';
import { joinLines } from './pdf.tagged.ts';

const DPI = 200;
const MAX_PIXELS = 12_000_000;
/** Below this confidence, the recognised characters come from an image, not from text. */
const MIN_CONFIDENCE = 40;
/** Pixels this dark or darker are ink. */
const INK = 200;
const MIN_INK_PIXELS = 200;

/** Recognises the text of page images; the OCR worker is started for the first page and used for all. */
export class PageReader {
  private readonly languages: OcrLanguages;
  private worker: Promise<Worker> | undefined;

  constructor(languages: OcrLanguages) {
    this.languages = languages;
  }

  /** Paragraphs from top to bottom; null for an empty page. */
  async read(page: PDFPageProxy): Promise<string[] | null> {
    const picture = await draw(page);
    if (picture === null) return null;
    this.worker ??= startWorker(this.languages);
    const worker = await this.worker;
    const { data } = await worker.recognize(picture, {}, { text: false, blocks: true });
    const blocks = data.blocks ?? [];
    const paragraphs = blocks.flatMap(({ paragraphs }) => paragraphs);
    return paragraphs
      .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
      .map(({ lines }) => joinLines(lines.map(({ text }) => text).join('')))
      .filter((text) => text !== '');
  }

  async close(): Promise<void> {
    await (await this.worker?.catch(() => undefined))?.terminate();
    this.worker = undefined;
  }
}

/** The page in grey as a PGM file, the input of the OCR; null if the page is empty. */
async function draw(page: PDFPageProxy): Promise<Buffer | null> {
  const wanted = page.getViewport({ scale: DPI / 72 });
  const scale = (DPI / 72) * Math.min(1, Math.sqrt(MAX_PIXELS / (wanted.width * wanted.height)));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
  return toGrey(canvas.data(), canvas.width, canvas.height);
}

function toGrey(pixels: Uint8Array, width: number, height: number): Buffer | null {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`);
  const file = Buffer.alloc(head.length + width * height);
  head.copy(file);
  let ink = 0;
  for (let from = 0, to = head.length; to < file.length; from += 4, to++) {
    const grey = (299 * (pixels[from] ?? 0) + 587 * (pixels[from + 1] ?? 0) + 114 * (pixels[from + 2] ?? 0)) / 1000;
    file[to] = grey;
    if (grey < INK) ink++;
  }
  return ink < MIN_INK_PIXELS ? null : file;
}

/**
 * Offline: the data comes from installed packages. Page segmentation and Sauvola thresholding are enabled, because with
 * the defaults a page is treated as one column and noise as letters.
 */
async function startWorker({ names, folder }: OcrLanguages): Promise<Worker> {
  const options = { langPath: folder, gzip: true, cacheMethod: 'none', errorHandler: () => {} };
  const worker = await createWorker([...names], OEM.LSTM_ONLY, options);
  const settings = { tessedit_pageseg_mode: '3', thresholding_method: '2', user_defined_dpi: String(DPI) };
  await worker.setParameters(settings as Parameters<Worker['setParameters']>[0]);
  return worker;
}
