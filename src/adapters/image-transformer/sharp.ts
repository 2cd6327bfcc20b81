import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Sharp, SharpOptions } from 'sharp';
import type { ImageChange, ImageFacts, ImageTransformer, RasterFormat } from '../../ports/image-transformer.ts';
import { ServiceError } from '../../shared/errors.ts';
import { Slots } from './slots.ts';

/** Pixels of an image, all its frames together. */
const MOST_PIXELS = 50_000_000;
const MOST_FRAMES = 100;
const SECONDS = 15;
/** AVIF takes seconds per megapixel at its best effort; from here on it is made in the quickest way. */
const LARGE_PIXELS = 1_000_000;
const STANDARD_QUALITY = { jpeg: 80, webp: 80, avif: 50 } as const;

/** Loaders of the formats that are taken; every other one, SVG with its scripts and references above all, is shut. */
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].flatMap((name) => [
  `VipsForeignLoad${name}Buffer`,
  `VipsForeignLoad${name}File`,
]);

export interface SharpOptionsOfService {
  /** Images worked on at a time. */
  parallel?: number;
  /** Images that may wait for that. */
  waiting?: number;
  /** Longest time for one image. */
  seconds?: number;
}

/** libvips in this process, loaded with the first image. It gives its memory back after each. */
export function createSharpTransformer(options: SharpOptionsOfService = {}): ImageTransformer {
  const { parallel = 2, waiting = 100, seconds = SECONDS } = options;
  return new SharpTransformer(new Slots({ parallel, waiting, seconds }), seconds);
}

type Library = Awaited<ReturnType<typeof load>>;
let loading: Promise<Library> | undefined;

function loadSharp(): Promise<Library> {
  loading ??= load();
  return loading;
}

async function load() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return sharp;
}

class SharpTransformer implements ImageTransformer {
  private readonly slots: Slots;
  private readonly seconds: number;

  constructor(slots: Slots, seconds: number) {
    this.slots = slots;
    this.seconds = seconds;
  }

  async inspect(content: Readable): Promise<ImageFacts> {
    return this.slots.run(async () => {
      const bytes = await buffer(content);
      const facts = await this.facts(bytes);
      // Decodes every row of every frame, and keeps next to nothing of them.
      const decoded = await this.image(bytes, { animated: (facts.frames ?? 1) > 1 });
      await refusing(() => decoded.resize(16, 16, { fit: 'fill', kernel: 'nearest' }).raw().toBuffer());
      return { format: facts.format, width: facts.width, height: facts.height };
    });
  }

  async transform(content: Readable, change: ImageChange): Promise<Buffer> {
    return this.slots.run(async () => {
      const bytes = await buffer(content);
      const facts = await this.facts(bytes);
      const animated = facts.frames > 1 && (change.format === 'webp' || change.format === 'gif');
      const image = (await this.image(bytes, { animated })).autoOrient().resize(boxOf(change));
      return refusing(() =>
        encode(image, change, outputPixels(facts, change)).timeout({ seconds: this.seconds }).toBuffer(),
      );
    });
  }

  private async facts(bytes: Buffer): Promise<ImageFacts & { frames: number }> {
    const sharp = await loadSharp();
    const {
      format,
      width,
      height,
      pages = 1,
      pageHeight,
      autoOrient,
    } = await refusing(() => sharp(bytes, LIMITS).metadata());
    const rows = pageHeight ?? height;
    if (width * rows * pages > MOST_PIXELS || pages > MOST_FRAMES) throw tooLarge();
    const upright = pages > 1 ? { width, height: rows } : autoOrient;
    return { format: rasterFormat(format), frames: pages, ...upright };
  }

  private async image(bytes: Buffer, options: SharpOptions): Promise<Sharp> {
    const sharp = await loadSharp();
    return sharp(bytes, { ...LIMITS, ...options, sequentialRead: true });
  }
}

const LIMITS: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error' };

/** Within the box, or filling and cut; with one side given, the other follows. */
function boxOf({ width, height, fit }: ImageChange) {
  return {
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: fit === 'cover' ? ('cover' as const) : ('inside' as const),
    withoutEnlargement: true,
  };
}

/** Of a frame, at most. */
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
      return image.jpeg({ quality: quality ?? STANDARD_QUALITY.jpeg, mozjpeg: false, progressive: true });
    case 'webp':
      return image.webp({ quality: quality ?? STANDARD_QUALITY.webp });
    case 'avif':
      return image.avif({ quality: quality ?? STANDARD_QUALITY.avif, effort: pixels > LARGE_PIXELS ? 0 : 2 });
  }
}

function rasterFormat(format: string): RasterFormat {
  if (format === 'heif') return 'avif';
  if (format === 'jpeg' || format === 'png' || format === 'gif' || format === 'webp') return format;
  throw damaged();
}

/** What libvips says of an image is about its own parts; a caller learns which of three things it is. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    if (/pixel limit|too (large|big)|dimensions/i.test(text)) throw tooLarge();
    if (/timeout/i.test(text)) throw new ServiceError('UNAVAILABLE', 'The image takes too long to transform');
    throw damaged();
  }
}

function tooLarge(): ServiceError {
  return new ServiceError('BAD_REQUEST', `Image exceeds maximum of ${MOST_PIXELS / 1e6} megapixels`);
}

function damaged(): ServiceError {
  return new ServiceError('BAD_REQUEST', 'Image is damaged');
}
