import { encode as encodeBlurhash } from 'blurhash';
import type { Sharp, SharpOptions } from 'sharp';
import type { ImageChange, ImageFacts, RasterFormat } from '../../ports/image-transformer.ts';
import { ServiceError } from '../../shared/errors.ts';
import { openOnce } from '../../shared/once.ts';

/** Pixels of an image, all its frames together. */
const MAX_PIXELS = 50_000_000;
const MAX_FRAMES = 100;
/** AVIF takes seconds per megapixel with maximum effort; from this size on, the fastest setting is used. */
const LARGE_PIXELS = 1_000_000;
const DEFAULT_QUALITY = { jpeg: 80, webp: 80, avif: 50 } as const;

/** Loaders of the supported formats; all others are disabled, above all SVG, which can contain scripts and references. */
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].flatMap((name) => [
  `VipsForeignLoad${name}Buffer`,
  `VipsForeignLoad${name}File`,
]);

/** Pixels of each side of the sample that a placeholder is computed from. */
const SAMPLE = 32;
const BLURHASH_COMPONENTS = { across: 4, down: 3 } as const;

const loadSharp = openOnce(async () => {
  const { default: sharp } = await import('sharp');
  // Releases its memory after each image.
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return sharp;
});

/** Decodes every row of every frame without keeping them. */
export async function inspectImage(bytes: Buffer): Promise<ImageFacts> {
  const { frames, ...facts } = await readFacts(bytes);
  const image = (await open(bytes, { animated: frames > 1 })).autoOrient();
  const sample = image.resize(SAMPLE, SAMPLE, { fit: 'fill', kernel: 'nearest' }).toColourspace('srgb').ensureAlpha();
  const pixels = await withServiceError(() => sample.raw({ depth: 'uchar' }).toBuffer());
  return { ...facts, blurhash: createBlurhash(pixels) };
}

export async function transformImage(bytes: Buffer, change: ImageChange): Promise<Buffer> {
  const facts = await readFacts(bytes);
  const animated = facts.frames > 1 && (change.format === 'webp' || change.format === 'gif');
  const oriented = (await open(bytes, { animated })).autoOrient();
  const image = crop(oriented, facts, change) ?? oriented.resize(resizeBox(change));
  return withServiceError(() => encode(image, change, outputPixels(facts, change)).toBuffer());
}

async function readFacts(bytes: Buffer): Promise<Omit<ImageFacts, 'blurhash'> & { frames: number }> {
  const sharp = await loadSharp();
  const metadata = await withServiceError(() => sharp(bytes, LIMITS).metadata());
  const { format, width, height, pages = 1, pageHeight, autoOrient } = metadata;
  const rows = pageHeight ?? height;
  if (width * rows * pages > MAX_PIXELS || pages > MAX_FRAMES) throw tooLarge();
  const { width: across, height: down } = pages > 1 ? { width, height: rows } : autoOrient;
  return { format: rasterFormat(format), frames: pages, width: across, height: down };
}

async function open(bytes: Buffer, options: SharpOptions): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(bytes, { ...LIMITS, ...options, sequentialRead: true });
}

const LIMITS: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error' };

/** Resizes and crops around the focus; null if the change has none. */
function crop(
  image: Sharp,
  { width, height }: Pick<ImageFacts, 'width' | 'height'>,
  { width: across, height: down, focus, fit }: ImageChange,
) {
  if (!focus || !across || !down || fit !== 'cover') return null;
  const scale = Math.max(across / width, down / height);
  const [wide, high] = [Math.max(across, Math.round(width * scale)), Math.max(down, Math.round(height * scale))];
  return image.resize(wide, high, { fit: 'fill' }).extract({
    left: cropStart(across, wide, focus.x),
    top: cropStart(down, high, focus.y),
    width: across,
    height: down,
  });
}

/** Where a crop of this length begins, so that the focus is as close to its centre as the image allows. */
function cropStart(length: number, whole: number, focus: number): number {
  return Math.round(Math.min(Math.max(focus * whole - length / 2, 0), whole - length));
}

/** Fits into the box, or fills and crops it; if only one side is given, the other one follows. */
function resizeBox({ width, height, fit }: ImageChange) {
  return {
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: fit === 'cover' ? ('cover' as const) : ('inside' as const),
    withoutEnlargement: true,
  };
}

/** Maximum per frame. */
function outputPixels(facts: Pick<ImageFacts, 'width' | 'height'>, { width, height, fit }: ImageChange): number {
  const [across, down] = [(width ?? facts.width) / facts.width, (height ?? facts.height) / facts.height];
  const scale = fit === 'cover' ? Math.max(across, down) : Math.min(across, down);
  return Math.min(1, scale) ** 2 * facts.width * facts.height;
}

function encode(image: Sharp, { format, quality }: ImageChange, pixels: number): Sharp {
  switch (format) {
    case 'png':
      return image.png({ compressionLevel: 6 });
    case 'gif':
      return image.gif({ effort: 4 });
    case 'jpeg':
      return image.jpeg({ quality: quality ?? DEFAULT_QUALITY.jpeg, mozjpeg: false, progressive: true });
    case 'webp':
      return image.webp({ quality: quality ?? DEFAULT_QUALITY.webp });
    case 'avif':
      return image.avif({ quality: quality ?? DEFAULT_QUALITY.avif, effort: pixels > LARGE_PIXELS ? 0 : 2 });
  }
}

/** Creates the placeholder of the first frame; null if it cannot, because an image is accepted without one. */
function createBlurhash(pixels: Buffer): string | null {
  try {
    const frame = new Uint8ClampedArray(pixels.subarray(0, SAMPLE * SAMPLE * 4));
    return encodeBlurhash(frame, SAMPLE, SAMPLE, BLURHASH_COMPONENTS.across, BLURHASH_COMPONENTS.down);
  } catch {
    return null;
  }
}

function rasterFormat(format: string): RasterFormat {
  if (format === 'heif') return 'avif';
  if (format === 'jpeg' || format === 'png' || format === 'gif' || format === 'webp') return format;
  throw damagedImage();
}

/** The messages of libvips describe internals; a caller gets one of three messages. */
async function withServiceError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    if (/pixel limit|too (large|big)|dimensions/i.test(text)) throw tooLarge();
    throw damagedImage();
  }
}

function tooLarge(): ServiceError {
  return new ServiceError('BAD_REQUEST', `Image exceeds maximum of ${MAX_PIXELS / 1e6} megapixels`);
}

function damagedImage(): ServiceError {
  return new ServiceError('BAD_REQUEST', 'Image is damaged');
}
