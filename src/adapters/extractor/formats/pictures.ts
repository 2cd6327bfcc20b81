import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { ExtractedBlock, Extraction } from '../../../ports/extractor.ts';
import { FrameReader } from '../../process/frames.ts';
import { malformedFile } from '../extraction-error.ts';
import { MAX_FILE_BYTES } from '../limits.ts';
import { createOcr, joinedText, toGrey } from '../ocr.ts';
import type { ReadOptions } from '../read-file.ts';

/** Small letters are recognised better when they are enlarged. */
const WIDTH = 1_600;
const MAX_SCALE = 2;
const MAX_PIXELS = 4_000_000;
/** Below this confidence, a line is usually a pattern, not text. */
const MIN_CONFIDENCE = 60;
const MIN_LETTERS = 3;

/** The text in JPEG files, such as frames of a video; the page of a block is the number of its picture, from 1. */
export async function readPictures(bytes: Buffer, options: ReadOptions): Promise<Extraction> {
  const pictures: Buffer[] = [];
  new FrameReader(MAX_FILE_BYTES, (picture) => void pictures.push(picture)).push(bytes);
  const ocr = createOcr(options.languages, 'screen');
  const blocks: ExtractedBlock[] = [];
  try {
    for (const [index, picture] of pictures.entries()) {
      const texts = (await draw(picture).then((grey) => ocr.read(grey))).flatMap(({ lines }) => {
        const text = joinedText(lines.filter(isText));
        return text === '' ? [] : [text];
      });
      options.onText(texts.reduce((sum, text) => sum + text.length, 0));
      blocks.push(...texts.map((text): ExtractedBlock => ({ kind: 'paragraph', text, page: index + 1 })));
      options.onProgress((index + 1) / pictures.length, index + 1);
    }
    return { blocks, pages: pictures.length, ocrPages: pictures.length, notes: [] };
  } finally {
    await ocr.close();
  }
}

function isText({ confidence, text }: { confidence: number; text: string }): boolean {
  return confidence >= MIN_CONFIDENCE && (text.match(/\p{L}|\p{N}/gu)?.length ?? 0) >= MIN_LETTERS;
}

async function draw(jpeg: Buffer): Promise<Buffer> {
  const picture = await loadImage(jpeg).catch(() => {
    throw malformedFile('JPEG');
  });
  const largest = Math.sqrt(MAX_PIXELS / (picture.width * picture.height));
  const scale = Math.min(MAX_SCALE, largest, Math.max(1, WIDTH / picture.width));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(picture, 0, 0, width, height);
  return toGrey(canvas.data(), width, height).file;
}
