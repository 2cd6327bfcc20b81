import { Readable } from 'node:stream';
import sharp from 'sharp';
import { createProcessTransformer } from '../src/adapters/image-transformer/process-transformer.ts';
import type { ImageChange } from '../src/ports/image-transformer.ts';
import { type Row, alternate } from './alternate.ts';

const CHANGES: readonly ImageChange[] = [
  { width: 800, fit: 'contain', format: 'webp' },
  { width: 400, height: 400, fit: 'cover', format: 'jpeg' },
  { width: 800, fit: 'contain', format: 'avif' },
];
const AT_ONCE = 2;
const IMAGES = 8;

/** Images transformed in a second, by the service's transformer and by bare sharp with the same settings. */
export async function benchImages(): Promise<Row[]> {
  const photo = await somePhoto();
  const images = createProcessTransformer();
  const rows: Row[] = [];
  for (const change of CHANGES) {
    const what = `12 MP JPEG → ${change.format} ${change.width ?? ''}×${change.height ?? ''}`;
    const figures = await alternate({
      service: () => perSecond(() => images.transform(Readable.from([photo]), change)),
      bare: () => perSecond(() => bare(photo, change)),
    });
    rows.push({ what, unit: 'images/s', ...figures });
  }
  await images.close();
  return rows;
}

async function perSecond(one: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let left = IMAGES;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await one();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return IMAGES / ((performance.now() - started) / 1000);
}

function bare(photo: Buffer, { width, height, fit, format }: ImageChange): Promise<Buffer> {
  const size = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
  const image = sharp(photo)
    .autoOrient()
    .resize({ ...size, fit: fit === 'cover' ? 'cover' : 'inside', withoutEnlargement: true });
  if (format === 'avif') return image.avif({ quality: 50, effort: 2 }).toBuffer();
  return (format === 'webp' ? image.webp({ quality: 80 }) : image.jpeg({ quality: 80, progressive: true })).toBuffer();
}

/** Blurred noise: neither as easy as a plain surface nor as hard as noise itself. */
function somePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#808080', noise } })
    .blur(2)
    .jpeg({ quality: 90 })
    .toBuffer();
}
