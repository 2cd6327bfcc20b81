import { ServiceError } from '../../shared/errors.ts';

/** So many at a time, so many more waiting, and an answer to each within `seconds` of its turn. */
export class Slots {
  private readonly limits: { parallel: number; waiting: number; seconds: number };
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(limits: { parallel: number; waiting: number; seconds: number }) {
    this.limits = limits;
  }

  /**
   * @throws ServiceError UNAVAILABLE when too many wait, or it takes too long. Native work cannot be stopped: it goes on
   * without a listener and keeps its slot to the end, so that what is slow never piles up.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.limits.parallel) await this.turn();
    else this.running += 1;
    const done = work();
    const freed = (): void => this.free();
    done.then(freed, freed);
    return this.inTime(done);
  }

  private turn(): Promise<void> {
    if (this.queue.length >= this.limits.waiting) throw busy();
    return new Promise((resolve) => {
      this.queue.push(resolve);
    });
  }

  /** The slot goes straight to who waits longest. */
  private free(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.running -= 1;
  }

  private async inTime<T>(done: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const tell = (): void => reject(new ServiceError('UNAVAILABLE', 'The image takes too long to transform'));
      timer = setTimeout(tell, this.limits.seconds * 1000);
    });
    return Promise.race([done, late]).finally(() => clearTimeout(timer));
  }
}

function busy(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'Too many images wait to be transformed');
}
