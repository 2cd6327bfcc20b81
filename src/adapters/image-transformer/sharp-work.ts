import type { Sharp, SharpOptions } from 'sharp';
import type { ImageChange, ImageFacts, RasterFormat } from '../../ports/image-transformer.ts';
import { ServiceError } from '../../shared/errors.ts';

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

type Library = Awaited<ReturnType<typeof load>>;
let loading: Promise<Library> | undefined;

function loadSharp(): Promise<Library> {
  loading ??= load();
  return loading;
}

async function load() {
  const { default: sharp } = await import('sharp');
  // Releases its memory after each image.
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return sharp;
}

/** Decodes every row of every frame without keeping them. */
export async function inspectImage(bytes: Buffer): Promise<ImageFacts> {
  const { frames, ...facts } = await readFacts(bytes);
  const decoded = await open(bytes, { animated: frames > 1 });
  await withServiceError(() => decoded.resize(16, 16, { fit: 'fill', kernel: 'nearest' }).raw().toBuffer());
  return facts;
}

export async function transformImage(bytes: Buffer, change: ImageChange): Promise<Buffer> {
  const facts = await readFacts(bytes);
  const animated = facts.frames > 1 && (change.format === 'webp' || change.format === 'gif');
  const image = (await open(bytes, { animated })).autoOrient().resize(boxOf(change));
  return withServiceError(() => encode(image, change, outputPixels(facts, change)).toBuffer());
}

async function readFacts(bytes: Buffer): Promise<ImageFacts & { frames: number }> {
  const sharp = await loadSharp();
  const {
    format,
    width,
    height,
    pages = 1,
    pageHeight,
    autoOrient,
  } = await withServiceError(() => sharp(bytes, LIMITS).metadata());
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

/** Fits into the box, or fills and crops it; if only one side is given, the other one follows. */
function boxOf({ width, height, fit }: ImageChange) {
  return {
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: fit === 'cover' ? ('cover' as const) : ('inside' as const),
    withoutEnlargement: true,
  };
}

/** Maximum per frame. */
function outputPixels(facts: ImageFacts, { width, height, fit }: ImageChange): number {
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

function rasterFormat(format: string): RasterFormat {
  if (format === 'heif') return 'avif';
  if (format === 'jpeg' || format === 'png' || format === 'gif' || format === 'webp') return format;
  throw damaged();
}

/** The messages of libvips describe internals; a caller gets one of three messages. */
async function withServiceError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    if (/pixel limit|too (large|big)|dimensions/i.test(text)) throw tooLarge();
    throw damaged();
  }
}

function tooLarge(): ServiceError {
  return new ServiceError('BAD_REQUEST', `Image exceeds maximum of ${MAX_PIXELS / 1e6} megapixels`);
}

function damaged(): ServiceError {
  return new ServiceError('BAD_REQUEST', 'Image is damaged');
}
