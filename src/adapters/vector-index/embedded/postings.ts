import type { Steps } from '../../../shared/loop-scheduler.ts';

/** Of a stored number; the rest is the slot. More occurrences than these change no score by a hundredth. */
const COUNT_BITS = 8;
const MAX_COUNT = 2 ** COUNT_BITS - 1;
const FIRST_CAPACITY = 2;
/** Less than a millisecond. */
const VISITED_AT_ONCE = 8_192;

/**
 * The entries that have a stem, each with the count of its occurrences there, in 4 bytes each: half of the memory of an
 * index by words are these. Slots are below 2^24.
 */
export class PostingList {
  readonly stem: string;
  /** Entries that are not removed. Removed ones stay in the list until `renumber`. */
  live = 0;
  private packed = new Uint32Array(FIRST_CAPACITY);
  private length = 0;

  constructor(stem: string) {
    this.stem = stem;
  }

  add(slot: number, count: number): void {
    if (this.length === this.packed.length) this.resize(Math.ceil(1.5 * this.length));
    this.packed[this.length++] = slot * 2 ** COUNT_BITS + Math.min(count, MAX_COUNT);
    this.live++;
  }

  /** Can be interrupted; entries that are added meanwhile are left out. */
  *each(visit: (slot: number, count: number) => void): Steps<void> {
    const { length } = this;
    for (let from = 0; from < length; from += VISITED_AT_ONCE) {
      this.visit(from, Math.min(length, from + VISITED_AT_ONCE), visit);
      yield;
    }
  }

  /** @param slots the new slot of each present one, -1 for those of removed entries */
  renumber(slots: Int32Array): void {
    let length = 0;
    this.visit(0, this.length, (slot, count) => {
      const next = slots[slot] ?? -1;
      if (next >= 0) this.packed[length++] = next * 2 ** COUNT_BITS + count;
    });
    this.length = length;
    this.resize(Math.max(FIRST_CAPACITY, length));
  }

  private visit(from: number, to: number, visit: (slot: number, count: number) => void): void {
    for (let at = from; at < to; at++) {
      const number = this.packed[at] ?? 0;
      visit(number >>> COUNT_BITS, number & MAX_COUNT);
    }
  }

  private resize(capacity: number): void {
    const packed = new Uint32Array(capacity);
    packed.set(this.packed.subarray(0, this.length));
    this.packed = packed;
  }
}
