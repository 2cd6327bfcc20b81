/** Numbers by key; a key whose number is 0 takes no memory. */
export class Counts {
  private readonly counts = new Map<string, number>();

  get(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  /** @returns the new number */
  add(key: string, change: number): number {
    const count = this.get(key) + change;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
    return count;
  }
}
