import type { Readable } from 'node:stream';
import type { ImageFacts, ImageTransformer } from '../../../ports/image-transformer.ts';
import { FairQueue } from '../../../shared/fair-queue.ts';
import { withStream } from '../upload/with-stream.ts';
import { tooManyImages } from './variant-maker.ts';

const LIMITS = { slots: 2, waiting: 500, rejection: tooManyImages };

/** @param open called when the inspection starts */
export type InspectImage = (siteId: string, open: () => Promise<Readable>) => Promise<ImageFacts>;

/** Inspects uploaded images, sites in turns. It does not wait for image transforms of visitors. */
export function imageInspector(images: ImageTransformer): InspectImage {
  const queue = new FairQueue(LIMITS);
  return (siteId, open) => queue.run({ site: siteId }, () => withStream(open, (content) => images.inspect(content)));
}
