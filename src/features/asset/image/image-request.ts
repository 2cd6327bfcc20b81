import type { ImageChange, RasterFormat } from '../../../ports/image-transformer.ts';
import type { FocalPoint } from '../asset.types.ts';
import type { AssetRow } from '../asset.rows.ts';
import { Checks } from '../../../shared/checks.ts';
import { listChoices } from '../../../shared/errors.ts';

/** Parameters of an image in a URL; missing ones do not change the image. */
export interface ImageRequest {
  width?: number | undefined;
  height?: number | undefined;
  fit?: 'cover' | 'contain' | undefined;
  quality?: number | undefined;
  format?: 'webp' | 'avif' | undefined;
}

const MAX_PIXELS = 4096;
const FITS = ['cover', 'contain'] as const;
const FORMATS = ['webp', 'avif'] as const;

/**
 * Reads the parameters of a transform. Returns null if none of `w`, `h`, `fit`, `q`, `f` is given.
 * @throws ServiceError 400 for an unknown value
 */
export function readImageRequest(query: Readonly<Record<string, unknown>>): ImageRequest | null {
  const checks = new Checks();
  const request: ImageRequest = {
    width: whole(checks, 'w', query['w'], MAX_PIXELS),
    height: whole(checks, 'h', query['h'], MAX_PIXELS),
    fit: choice(checks, 'fit', query['fit'], FITS),
    quality: whole(checks, 'q', query['q'], 100),
    format: choice(checks, 'f', query['f'], FORMATS),
  };
  checks.throwIfInvalid();
  return Object.values(request).every((value) => value === undefined) ? null : request;
}

/**
 * Widths and heights of generated images, besides every multiple of 50: those of icons, screens and image sets. A
 * requested size is rounded up to the next one, so that visitors cannot request thousands of nearly equal images.
 */
const COMMON_SIZES = [
  10, 16, 20, 24, 32, 40, 48, 56, 64, 72, 80, 96, 120, 128, 160, 180, 192, 240, 256, 320, 360, 375, 384, 414, 480, 512,
  540, 576, 640, 720, 768, 828, 960, 1024, 1080, 1152, 1280, 1366, 1440, 1536, 1680, 1920, 2048, 2160, 2400, 2560, 2880,
  3072, 3200, 3840, 4096,
];
const SIZES = [...new Set([...COMMON_SIZES, ...Array.from({ length: 80 }, (_, at) => (at + 1) * 50)])].toSorted(
  (one, other) => one - other,
);
const QUALITY_STEP = 5;

/** The transform of this image. Equivalent requests have the same transform: an image is never enlarged. */
export function toImageChange(
  { width, height, fit, quality, format }: ImageRequest,
  image: Pick<AssetRow, 'contentType' | 'width' | 'height'> & Partial<Pick<AssetRow, 'focalPoint'>>,
): ImageChange {
  const target = format ?? (image.contentType.slice('image/'.length) as RasterFormat);
  const hasQuality = target !== 'png' && target !== 'gif';
  const box = roundSides({ width, height });
  const shape = width !== undefined && height !== undefined ? (fit ?? 'cover') : 'contain';
  return {
    width: capLength(box.width, image.width),
    height: capLength(box.height, image.height),
    fit: shape,
    focus: shape === 'cover' && image.focalPoint ? roundPoint(image.focalPoint) : undefined,
    quality: hasQuality && quality ? Math.ceil(quality / QUALITY_STEP) * QUALITY_STEP : undefined,
    format: target,
  };
}

/** Rounds the sides up. If both are set, the longer one is rounded and the other one follows, so that the ratio is kept. */
function roundSides({ width, height }: { width: number | undefined; height: number | undefined }) {
  if (width === undefined || height === undefined) return { width: nextSize(width), height: nextSize(height) };
  if (SIZES.includes(width) && SIZES.includes(height)) return { width, height };
  const longer = Math.max(width, height);
  const scale = (nextSize(longer) ?? longer) / longer;
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function nextSize(length: number | undefined): number | undefined {
  return length === undefined ? undefined : SIZES.find((size) => size >= length);
}

/** `w200-h100-cover-x25-y50-q80.webp` */
export function variantName({ width, height, fit, focus, quality, format }: ImageChange): string {
  const point = focus && `x${percent(focus.x)}-y${percent(focus.y)}`;
  const parts = [width && `w${width}`, height && `h${height}`, width && height && fit, point, quality && `q${quality}`];
  return `${parts.filter(Boolean).join('-') || 'same'}.${format}`;
}

export function imageContentType({ format }: ImageChange): string {
  return `image/${format}`;
}

/** The accuracy of its name. */
function roundPoint({ x, y }: FocalPoint): FocalPoint {
  return { x: percent(x) / 100, y: percent(y) / 100 };
}

function percent(share: number): number {
  return Math.round(share * 100);
}

function capLength(length: number | undefined, own: number | null): number | undefined {
  return length === undefined || own === null ? length : Math.min(length, own);
}

function whole(checks: Checks, name: string, value: unknown, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  checks.whole(name, number, 1, max);
  return number;
}

function choice<T extends string>(checks: Checks, name: string, value: unknown, choices: readonly T[]): T | undefined {
  const match = choices.find((candidate) => candidate === value);
  if (value !== undefined && match === undefined) checks.report(name, `must be ${listChoices(choices)}`);
  return match;
}
