import type { Readable } from 'node:stream';

export const RASTER_FORMATS = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
export type RasterFormat = (typeof RASTER_FORMATS)[number];

/**
 * Reads and reshapes raster images. Bounded in pixels and time: what is beyond is refused with a ServiceError, and never
 * takes the process with it.
 */
export interface ImageTransformer {
  /** Decodes the whole image once. @throws ServiceError BAD_REQUEST for one that is damaged or beyond the limit of pixels. */
  inspect(content: Readable): Promise<ImageFacts>;
  /**
   * The image turned upright as its EXIF orientation says, without metadata, never larger than it was.
   * @throws ServiceError BAD_REQUEST as `inspect`, UNAVAILABLE when it takes too long or too many wait.
   */
  transform(content: Readable, change: ImageChange): Promise<Buffer>;
}

export interface ImageFacts {
  format: RasterFormat;
  /** Pixels, as it is shown: after its EXIF orientation. */
  width: number;
  height: number;
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
