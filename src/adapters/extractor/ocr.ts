import type { Line, Paragraph, Worker } from 'tesseract.js';
import type { OcrLanguages } from './languages.ts';

/** The resolution of a page image. Letters on a screen are as large as this resolution makes them on paper. */
export const DPI = 200;

/** Sauvola's thresholds adapt to uneven paper; a picture on a screen has the same light everywhere. */
const THRESHOLDING = { paper: '2', screen: '0' };
type Surface = keyof typeof THRESHOLDING;

export type Ocr = ReturnType<typeof createOcr>;

/** Text recognition, whose engine is started for the first picture and used for all. */
export function createOcr(languages: OcrLanguages, surface: Surface) {
  let worker: Promise<Worker> | undefined;
  return {
    /** Paragraphs from top to bottom. */
    async read(picture: Buffer): Promise<Paragraph[]> {
      worker ??= startWorker(languages, surface);
      const { data } = await (await worker).recognize(picture, {}, { text: false, blocks: true });
      return (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs);
    },
    async close(): Promise<void> {
      await (await worker?.catch(() => undefined))?.terminate();
    },
  };
}

/** A grey picture as a PGM file, the input of the OCR, with the number of pixels as dark as ink. */
export function toGrey(pixels: Uint8Array, width: number, height: number): { file: Buffer; ink: number } {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`);
  const file = Buffer.alloc(head.length + width * height);
  head.copy(file);
  let ink = 0;
  for (let from = 0, to = head.length; to < file.length; from += 4, to++) {
    const grey = (299 * (pixels[from] ?? 0) + 587 * (pixels[from + 1] ?? 0) + 114 * (pixels[from + 2] ?? 0)) / 1000;
    file[to] = grey;
    if (grey < INK) ink++;
  }
  return { file, ink };
}

/** Pixels this dark or darker are ink. */
const INK = 200;

export function joinedText(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('');
}

/**
 * Offline: the data comes from installed packages. Page segmentation is enabled, because with the defaults a page is
 * treated as one column.
 */
async function startWorker({ names, folder }: OcrLanguages, surface: Surface): Promise<Worker> {
  // Loaded with the first picture: most files have none to read.
  const { OEM, createWorker } = await import('tesseract.js');
  const options = { langPath: folder, gzip: true, cacheMethod: 'none', errorHandler: () => {} };
  const worker = await createWorker([...names], OEM.LSTM_ONLY, options);
  const settings = {
    tessedit_pageseg_mode: '3',
    thresholding_method: THRESHOLDING[surface],
    user_defined_dpi: String(DPI),
  };
  await worker.setParameters(settings as Parameters<Worker['setParameters']>[0]);
  return worker;
}
