import type { Node } from '@tiptap/pm/model';

/** For each edited block the stored one that it equals, or null; their order is the same in both. */
export function align(stored: readonly Node[], edited: readonly Node[]): (number | null)[] {
  const shorter = Math.min(stored.length, edited.length);
  let start = 0;
  while (start < shorter && isEqual(stored[start], edited[start])) start++;
  let end = 0;
  while (end < shorter - start && isEqual(stored.at(-1 - end), edited.at(-1 - end))) end++;
  let next = start;
  return edited.map((node, at) => {
    if (at < start) return at;
    if (at >= edited.length - end) return at - edited.length + stored.length;
    const found = stored.findIndex((each, place) => place >= next && place < stored.length - end && each.eq(node));
    if (found >= 0) next = found + 1;
    return found < 0 ? null : found;
  });
}

function isEqual(one: Node | undefined, other: Node | undefined): boolean {
  return one !== undefined && other !== undefined && one.eq(other);
}

export function isSame(some: readonly Node[], others: readonly Node[]): boolean {
  return some.length === others.length && some.every((node, at) => isEqual(node, others[at]));
}
