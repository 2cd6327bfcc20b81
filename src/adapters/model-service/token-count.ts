/** A count of a service as a whole number; undefined if it is none. */
export function countOf(count: number | undefined): number | undefined {
  return count === undefined || !(count >= 0) ? undefined : Math.floor(count);
}
