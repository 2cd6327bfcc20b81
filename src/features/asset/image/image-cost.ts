import type { ImageChange, RasterFormat } from '../../../ports/image-transformer.ts';
import type { AssetRow } from '../asset.rows.ts';

/** CPU seconds per megapixel, estimated; AVIF above one megapixel uses the fastest setting. */
const ENCODE: Readonly<Record<RasterFormat, number>> = { jpeg: 0.03, png: 0.15, gif: 0.3, webp: 0.12, avif: 0.9 };
const DECODE = 0.01;
const MIN_SECONDS = 0.05;
/** An image of at least this cost is heavy: it does not get the last free slot. */
export const HEAVY_SECONDS = 1;

/** Estimates the CPU seconds of a transform, which are booked until it is finished. */
export function estimateSeconds(
  image: Pick<AssetRow, 'width' | 'height'>,
  { width, height, fit, format }: ImageChange,
): number {
  const own = { width: image.width ?? 1, height: image.height ?? 1 };
  const [across, down] = [(width ?? own.width) / own.width, (height ?? own.height) / own.height];
  const scale = Math.min(1, fit === 'cover' ? Math.max(across, down) : Math.min(across, down));
  const megapixels = (own.width * own.height) / 1e6;
  return Math.max(MIN_SECONDS, megapixels * DECODE + megapixels * scale ** 2 * ENCODE[format]);
}
