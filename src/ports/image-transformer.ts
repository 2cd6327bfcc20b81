import type { Readable } from 'node:stream';

export const RASTER_FORMATS = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
export type RasterFormat = (typeof RASTER_FORMATS)[number];

/**
 * Reads and reshapes raster images. Bounded in pixels, memory and time: what is beyond is refused with a ServiceError, and
 * never takes the process with it. Work that is aborted ends at once, whatever it is at. It does not wait for a turn: how
 * much is done at a time is the caller's to say.
 */
export interface ImageTransformer {
  /** Decodes the whole image once. @throws ServiceError BAD_REQUEST for one that is damaged or beyond the limit of pixels. */
  inspect(content: Readable): Promise<ImageFacts>;
  /**
   * The image turned upright as its EXIF orientation says, without metadata, never larger than it was.
   * @throws ServiceError BAD_REQUEST as `inspect`, UNAVAILABLE when it takes too long; the signal's reason when aborted.
   */
  transform(content: Readable, change: ImageChange, signal?: AbortSignal): Promise<TransformedImage>;
  /** Ends what is being done. */
  close(): Promise<void>;
}

export interface ImageFacts {
  format: RasterFormat;
  /** Pixels, as it is shown: after its EXIF orientation. */
  width: number;
  height: number;
}

export interface TransformedImage {
  content: Buffer;
  /** Processor time that it took. */
  cpuSeconds: number;
}

export interface ImageChange {
  /** Pixels. */
  width?: number;
  height?: number;
  /** With both: whether the image fills them and is cut, or lies within them. */
  fit: 'cover' | 'contain';
  /** 1 to 100; where the format has none it is passed over. */
  quality?: number;
  format: RasterFormat;
}
