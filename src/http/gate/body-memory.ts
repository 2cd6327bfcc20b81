import { Counts } from '../../shared/http/holder-counts.ts';
import { once } from '../../shared/once.ts';
import { tooMany } from './request-slots.ts';

/** Smaller bodies are not counted: their memory is limited by the number of concurrent requests. */
const SMALL_BYTES = 64 * 1024;
const MAX_WAIT_MS = 10_000;
const MAX_WAITING = 200;

interface WaitingRequest {
  holder: string;
  bytes: number;
  grant: () => void;
}

/**
 * Limits the total size of buffered request bodies. One holder gets at most half of it, so it cannot block the others.
 * Requests wait before their body is read.
 */
export class BodyMemory {
  private free: number;
  private readonly share: number;
  private readonly reservedBytes = new Counts();
  private readonly waiting = new Set<WaitingRequest>();

  constructor(bytes: number) {
    this.free = bytes;
    this.share = bytes / 2;
  }

  /**
   * @param disconnected makes a signal that aborts when the client disconnects; most requests do not wait and need none
   * @returns a function that releases the bytes
   * @throws ServiceError UNAVAILABLE if no bytes become free in time
   */
  async take(holder: string, bytes: number, disconnected: () => AbortSignal): Promise<() => void> {
    if (bytes <= SMALL_BYTES) return () => {};
    if (this.waiting.size > 0 || !this.fits(holder, bytes)) await this.wait(holder, bytes, disconnected());
    else this.hold(holder, bytes);
    return once(() => {
      this.free += bytes;
      this.reservedBytes.add(holder, -bytes);
      this.serveWaiting();
    });
  }

  private fits(holder: string, bytes: number): boolean {
    return bytes <= this.free && this.reservedBytes.get(holder) + bytes <= this.share;
  }

  private hold(holder: string, bytes: number): void {
    this.free -= bytes;
    this.reservedBytes.add(holder, bytes);
  }

  private wait(holder: string, bytes: number, disconnected: AbortSignal): Promise<void> {
    const busy = () => tooMany('UNAVAILABLE', 'Too many concurrent large requests');
    if (this.waiting.size >= MAX_WAITING || disconnected.aborted) throw busy();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        disconnected.removeEventListener('abort', rejectBusy);
        this.waiting.delete(one);
        settle();
      };
      const rejectBusy = (): void => end(() => reject(busy()));
      const timer = setTimeout(rejectBusy, MAX_WAIT_MS);
      disconnected.addEventListener('abort', rejectBusy);
      const one: WaitingRequest = { holder, bytes, grant: () => end(resolve) };
      this.waiting.add(one);
      this.serveWaiting();
    });
  }

  /** Serves waiting requests in order of arrival; those of a holder that has used its share do not block the others. */
  private serveWaiting(): void {
    for (const { holder, bytes, grant } of this.waiting) {
      if (bytes > this.free) return;
      if (!this.fits(holder, bytes)) continue;
      this.hold(holder, bytes);
      grant();
    }
  }
}
