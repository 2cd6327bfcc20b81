/** Tells whether JSON has more levels than this; stops there, so that deep input cannot exhaust the stack. */
export function exceedsDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => exceedsDepth(inner, levels - 1));
}
