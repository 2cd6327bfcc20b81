import { createCanvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import { DPI, type Ocr, joinedText, toGrey } from '../ocr.ts';
import { joinLines } from './pdf.tagged.ts';

const MAX_PIXELS = 12_000_000;
/** Below this confidence, the recognised characters come from an image, not from text. */
const MIN_CONFIDENCE = 40;
const MIN_INK_PIXELS = 200;

/** The paragraphs of a page image from top to bottom; null for an empty page. */
export async function readPageImage(page: PDFPageProxy, ocr: Ocr): Promise<string[] | null> {
  const picture = await draw(page);
  if (picture === null) return null;
  const paragraphs = await ocr.read(picture);
  return paragraphs
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .map(({ lines }) => joinLines(joinedText(lines)))
    .filter((text) => text !== '');
}

/** The page in grey; null if it is empty. */
async function draw(page: PDFPageProxy): Promise<Buffer | null> {
  const fullViewport = page.getViewport({ scale: DPI / 72 });
  const scale = (DPI / 72) * Math.min(1, Math.sqrt(MAX_PIXELS / (fullViewport.width * fullViewport.height)));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
  const { file, ink } = toGrey(canvas.data(), canvas.width, canvas.height);
  return ink < MIN_INK_PIXELS ? null : file;
}
