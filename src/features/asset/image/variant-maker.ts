import type { Readable } from 'node:stream';
import type { ImageChange, ImageTransformer, TransformedImage } from '../../../ports/image-transformer.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { FairQueue } from '../../../shared/fair-queue.ts';
import { withStream } from '../upload/with-stream.ts';
import { WorkBudget } from '../../../shared/work-budget.ts';
import type { AssetRow } from '../asset.rows.ts';
import { HEAVY_SECONDS, estimateSeconds } from './image-cost.ts';
import { siteOfKey } from '../object-key.ts';
import { SharedWork } from './shared-work.ts';

/** The caller that requests an image; no key is required. */
export interface ImageCaller {
  /** Key of the budget per address. */
  address: string;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
}

const MB = 1024 * 1024;

export const VARIANT_MAKER_LIMITS = {
  /** Concurrent transforms, and those that may wait. */
  slots: 2,
  waiting: 100,
  /** Maximum time from the request to the image. */
  seconds: 30,
  /**
   * CPU seconds, and bytes read and written, per address and per site. The first visit to a page of sixty large photos fits
   * into the budget of an address.
   */
  addressSeconds: { burst: 60, perSecond: 0.25 },
  addressBytes: { burst: 500 * MB, perSecond: 2 * MB },
  siteSeconds: { burst: 300, perSecond: 1 },
  siteBytes: { burst: 2_000 * MB, perSecond: 10 * MB },
};
export type VariantMakerLimits = typeof VARIANT_MAKER_LIMITS;

/**
 * Transforms images for callers without a key: within budgets per address and per site, with sites and addresses in
 * turns, each image once for all concurrent requests, and only while a caller waits for it.
 * See decision 26.
 */
export class VariantMaker {
  private readonly images: ImageTransformer;
  private readonly limits: VariantMakerLimits;
  private readonly queue: FairQueue;
  private readonly works = new Map<string, SharedWork<Buffer>>();
  private readonly seconds: { address: WorkBudget; site: WorkBudget };
  private readonly bytes: { address: WorkBudget; site: WorkBudget };

  constructor(images: ImageTransformer, limits: VariantMakerLimits = VARIANT_MAKER_LIMITS) {
    this.images = images;
    this.limits = limits;
    this.queue = new FairQueue({ ...limits, rejection: tooManyImages });
    this.seconds = { address: new WorkBudget(limits.addressSeconds), site: new WorkBudget(limits.siteSeconds) };
    this.bytes = { address: new WorkBudget(limits.addressBytes), site: new WorkBudget(limits.siteBytes) };
  }

  /**
   * @param name identifies this image
   * @param open opens the original, when the transform starts
   * @param done called with the image before any caller gets it
   * @throws ServiceError 429 above a budget, 503 if too many are waiting or it takes too long
   */
  async make(name: string, { asset, change, open, done }: VariantWork, caller: ImageCaller): Promise<Buffer> {
    const owner = { site: siteOfKey(asset.key), caller: caller.address };
    this.assertWithinBudget(owner);
    const estimate = estimateSeconds(asset, change);
    const patience = AbortSignal.timeout(this.limits.seconds * 1000);
    const signal = AbortSignal.any([caller.signal, patience]);
    const work = this.getWork(name);
    const transform = (abortSignal: AbortSignal): Promise<Buffer> =>
      this.measure(owner, Number(asset.size), () =>
        withStream(open, (content) => this.images.transform(content, change, abortSignal)),
      );
    // Booked while it waits: what it has used is known, and booked, when it was made.
    this.book(owner, estimate, 0);
    try {
      return await work.join(signal, (startSignal) => {
        const task = { ...owner, isHeavy: estimate > HEAVY_SECONDS, signal: AbortSignal.any([signal, startSignal]) };
        return this.queue.run(task, () => work.begin(transform, done));
      });
    } catch (error) {
      if (patience.aborted && !caller.signal.aborted && !(error instanceof ServiceError)) throw tooSlow();
      throw error;
    } finally {
      this.book(owner, -estimate, 0);
    }
  }

  /** Books what the work has used. The CPU time of aborted work is unknown: its duration counts. */
  private async measure(owner: Owner, bytes: number, work: () => Promise<TransformedImage>): Promise<Buffer> {
    const startedAt = performance.now();
    let usage = { seconds: 0, bytes };
    try {
      const image = await work();
      usage = { seconds: image.cpuSeconds, bytes: bytes + image.content.length };
      return image.content;
    } catch (error) {
      usage.seconds = (performance.now() - startedAt) / 1000;
      throw error;
    } finally {
      this.book(owner, usage.seconds, usage.bytes);
    }
  }

  private getWork(name: string): SharedWork<Buffer> {
    const current = this.works.get(name);
    if (current) return current;
    const work: SharedWork<Buffer> = new SharedWork(() => {
      if (this.works.get(name) === work) this.works.delete(name);
    });
    this.works.set(name, work);
    return work;
  }

  /** Books the usage of an owner, or returns it. */
  private book({ site, caller }: Owner, seconds: number, bytes: number): void {
    this.seconds.address.book(caller, seconds);
    this.seconds.site.book(site, seconds);
    this.bytes.address.book(caller, bytes);
    this.bytes.site.book(site, bytes);
  }

  private assertWithinBudget({ site, caller }: Owner): void {
    const waits = [this.seconds, this.bytes].flatMap((budget) => [
      budget.address.waitSeconds(caller),
      budget.site.waitSeconds(site),
    ]);
    const retrySeconds = Math.max(...waits);
    if (retrySeconds > 0) {
      const message = `Rate limit exceeded. Try again in ${retrySeconds} seconds.`;
      throw new ServiceError('RATE_LIMITED', message, { retryAfter: retrySeconds });
    }
  }
}

export interface VariantWork {
  asset: AssetRow;
  change: ImageChange;
  open: () => Promise<Readable>;
  done: (image: Buffer) => Promise<void>;
}

interface Owner {
  site: string;
  caller: string;
}

/** The error for an image that others displace. */
export function tooManyImages(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'Too many images are waiting to be processed');
}

function tooSlow(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'Transforming the image takes too long');
}
