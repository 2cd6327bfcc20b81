import type { ImageChange, ImageFacts } from '../../ports/image-transformer.ts';

/** What stands before an image: what is to be done with it. */
export type ToProcess = { work: 'inspect' } | { work: 'transform'; change: ImageChange };

/** A frame with the image itself follows one of type `image`. */
export type Reply = { type: 'facts'; facts: ImageFacts } | { type: 'image' } | { type: 'refusal'; message: string };

export type FromProcess = Reply & { cpuSeconds: number; memory: number };

/** Largest image that is read or made: an upload may have 10 MB, a PNG of 50 megapixels of noise 200. */
export const MAX_IMAGE_BYTES = 256 * 1024 * 1024;
