import type { ImageChange, RasterFormat } from '../../ports/image-transformer.ts';
import { type Fault, listChoices, refuseFaults } from '../../shared/errors.ts';

/** How an image is asked for in a URL; what is absent stays as it is. */
export interface ImageRequest {
  width?: number;
  height?: number;
  fit?: 'cover' | 'contain';
  quality?: number;
  format?: 'webp' | 'avif';
}

const MOST_PIXELS = 4096;
const FITS = ['cover', 'contain'] as const;
const FORMATS = ['webp', 'avif'] as const;

/** Null where none of `w`, `h`, `fit`, `q`, `f` is there. @throws ServiceError 400 for a value that is not known. */
export function readImageRequest(query: Readonly<Record<string, unknown>>): ImageRequest | null {
  const faults: Fault[] = [];
  const request: ImageRequest = {
    ...optional('width', whole('w', query['w'], MOST_PIXELS, faults)),
    ...optional('height', whole('h', query['h'], MOST_PIXELS, faults)),
    ...optional('fit', choice('fit', query['fit'], FITS, faults)),
    ...optional('quality', whole('q', query['q'], 100, faults)),
    ...optional('format', choice('f', query['f'], FORMATS, faults)),
  };
  refuseFaults(faults);
  return Object.keys(request).length === 0 ? null : request;
}

/** What is to be done to this image. Requests that come to the same give the same change: it is never enlarged anyway. */
export function changeOf(
  { width, height, fit, quality, format }: ImageRequest,
  image: { contentType: string; width: number | null; height: number | null },
): ImageChange {
  const target = format ?? (image.contentType.slice('image/'.length) as RasterFormat);
  const hasQuality = target !== 'png' && target !== 'gif';
  return {
    ...optional('width', within(width, image.width)),
    ...optional('height', within(height, image.height)),
    fit: width !== undefined && height !== undefined ? (fit ?? 'cover') : 'contain',
    ...optional('quality', hasQuality ? quality : undefined),
    format: target,
  };
}

/** `w200-h100-cover-q80.webp` */
export function nameOf({ width, height, fit, quality, format }: ImageChange): string {
  const parts = [width && `w${width}`, height && `h${height}`, width && height && fit, quality && `q${quality}`];
  return `${parts.filter(Boolean).join('-') || 'same'}.${format}`;
}

export function contentTypeOf({ format }: ImageChange): string {
  return `image/${format}`;
}

function within(wanted: number | undefined, own: number | null): number | undefined {
  return wanted === undefined || own === null ? wanted : Math.min(wanted, own);
}

function whole(name: string, value: unknown, most: number, faults: Fault[]): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= most) return number;
  faults.push({ field: name, message: `${name} must be a whole number from 1 to ${most}` });
  return undefined;
}

function choice<T extends string>(name: string, value: unknown, choices: readonly T[], faults: Fault[]): T | undefined {
  if (value === undefined) return undefined;
  const known = choices.find((candidate) => candidate === value);
  if (known === undefined) faults.push({ field: name, message: `${name} must be ${listChoices(choices)}` });
  return known;
}

function optional<K extends string, V>(name: K, value: V | undefined): { [name in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [name in K]: V });
}
