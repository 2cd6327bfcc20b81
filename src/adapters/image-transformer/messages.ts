import type { ImageChange, ImageFacts } from '../../ports/image-transformer.ts';

/** The message before an image: the requested work. */
export type ToProcess = { work: 'inspect' } | { work: 'transform'; change: ImageChange };

/** A message of type `image` is followed by a frame with the image. */
export type Reply = { type: 'facts'; facts: ImageFacts } | { type: 'image' } | { type: 'failure'; message: string };

export type FromProcess = Reply & { cpuSeconds: number; memory: number };

/** Maximum size of an image: an upload may have 10 MB, a PNG of 50 megapixels of noise 200 MB. */
export const MAX_IMAGE_BYTES = 256 * 1024 * 1024;
