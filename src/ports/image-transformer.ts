import type { Readable } from 'node:stream';

export const RASTER_FORMATS = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
export type RasterFormat = (typeof RASTER_FORMATS)[number];

/**
 * Reads and transforms raster images. Limited in pixels, memory and time: above a limit it fails with a ServiceError
 * and never ends the process. Aborted work ends immediately. There is no queue: the caller limits the concurrency.
 */
export interface ImageTransformer {
  /**
   * Decodes the whole image once.
   * @throws ServiceError BAD_REQUEST if it is damaged or has too many pixels
   */
  inspect(content: Readable): Promise<ImageFacts>;
  /**
   * The image rotated according to its EXIF orientation, without metadata, never enlarged.
   * @throws ServiceError BAD_REQUEST like `inspect`, UNAVAILABLE if it takes too long; the signal's reason if it is
   * aborted
   */
  transform(content: Readable, change: ImageChange, signal?: AbortSignal): Promise<TransformedImage>;
  /** Aborts running work. */
  close(): Promise<void>;
}

export interface ImageFacts {
  format: RasterFormat;
  /** Pixels after the EXIF orientation is applied. */
  width: number;
  height: number;
  /** A placeholder in the BlurHash format; null if none could be computed. */
  blurhash: string | null;
}

export interface TransformedImage {
  content: Buffer;
  /** CPU time used. */
  cpuSeconds: number;
}

export interface ImageChange {
  /** Pixels. */
  width?: number | undefined;
  height?: number | undefined;
  /** The fit if both are set: the image fills them and is cropped, or fits into them. */
  fit: 'cover' | 'contain';
  /**
   * The focus with `cover`: the point that the crop keeps as close to its centre as it can, 0 to 1 from the left and
   * the top. Default: the centre.
   */
  focus?: { x: number; y: number } | undefined;
  /** 1 to 100; ignored for formats without a quality setting. */
  quality?: number | undefined;
  format: RasterFormat;
}
