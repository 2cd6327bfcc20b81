import { Counts } from '../../shared/http/holder-counts.ts';
import { ServiceError } from '../../shared/errors.ts';
import { once } from '../../shared/once.ts';

export interface SlotLimits {
  /** Concurrent requests in this process. */
  total: number;
  /** Concurrent requests of one site. */
  perSite: number;
  /** Concurrent requests without a key from one address. */
  perAddress: number;
}

const RETRY_SECONDS = 1;

/** Limits the concurrent requests, in total and per holder, so that no holder can block the others. */
export class RequestSlots {
  private readonly limits: SlotLimits;
  private readonly counts = new Counts();
  private running = 0;

  constructor(limits: SlotLimits) {
    this.limits = limits;
  }

  /**
   * @param id of the site, or the network of the address
   * @returns a function that releases the slot
   * @throws ServiceError RATE_LIMITED or UNAVAILABLE
   */
  take(kind: 'address' | 'site', id: string): () => void {
    const holder = `${kind} ${id}`;
    const max = kind === 'site' ? this.limits.perSite : this.limits.perAddress;
    if (this.counts.get(holder) >= max) throw tooMany('RATE_LIMITED', `Too many concurrent requests of this ${kind}`);
    if (this.running >= this.limits.total) throw tooMany('UNAVAILABLE', 'The service is busy');
    this.counts.add(holder, 1);
    this.running += 1;
    return once(() => {
      this.running -= 1;
      this.counts.add(holder, -1);
    });
  }
}

export function tooMany(code: 'RATE_LIMITED' | 'UNAVAILABLE', what: string): ServiceError {
  return new ServiceError(
    code,
    `${what}. Try again in ${RETRY_SECONDS} second.`,
    {},
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
