import type { Readable } from 'node:stream';
import type { ImageFacts, ImageTransformer } from '../../ports/image-transformer.ts';
import { FairQueue } from '../../shared/fair-queue.ts';
import { withStream } from '../../shared/with-stream.ts';

const LIMITS = { slots: 2, waiting: 500 };

/** Inspects uploaded images, sites in turns. It does not wait for image transforms of visitors. */
export class ImageInspector {
  private readonly images: ImageTransformer;
  private readonly queue = new FairQueue(LIMITS);

  constructor(images: ImageTransformer) {
    this.images = images;
  }

  /** @param open called when the inspection starts */
  inspect(siteId: string, open: () => Promise<Readable>): Promise<ImageFacts> {
    const turn = { owner: { site: siteId, caller: siteId } };
    return this.queue.run(turn, () => withStream(open, (content) => this.images.inspect(content)));
  }
}
