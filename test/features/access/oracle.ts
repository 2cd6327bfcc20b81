import type { Subscription, Thing, User } from './world.ts';

/**
 * The access rule once more, as naively as it can be said and without a line of the service.
 * @param user null: the API key alone
 */
export function maySee(
  user: User | null,
  { level, required }: Pick<Thing, 'level' | 'required'>,
  catalogue: readonly Subscription[],
): boolean {
  if (level === 'public') return true;
  if (user === null) return false;
  if (level === 'authenticated') return true;
  if (level === 'premium') return !hasExpired(user) && (user.tier === 'premium' || user.tier === 'pro');
  const held = holdings(user, catalogue);
  return held.has('*') || required.some((slug) => held.has(slug));
}

/** What the user holds in the end; with `*` among it, everything. Goes through the whole catalogue until nothing is new. */
export function holdings(user: User, catalogue: readonly Subscription[]): Set<string> {
  // Only a catalogue can grant all: a `*` in a token is no subscription.
  const held = new Set(user.subscriptions?.filter((slug) => slug !== '*'));
  for (let before = -1; before < held.size;) {
    before = held.size;
    for (const { slug, grants } of catalogue) {
      if (held.has(slug)) for (const granted of grants) held.add(granted);
    }
  }
  return held;
}

/** An item's place in what `expand=true` answers: its id and, three levels deep, what it names and the user may see. */
export type Branch = [id: string, related: (Branch | string)[]];

/** At the third level ids are not expanded, for any viewer. */
export function expansionOf(item: Thing, things: readonly Thing[], sees: (thing: Thing) => boolean, depth = 0): Branch {
  const named = item.references.flatMap((at) => things[at] ?? []);
  if (depth === 3) return [item.id, named.map(({ id }) => id)];
  return [item.id, named.filter(sees).map((target) => expansionOf(target, things, sees, depth + 1))];
}

function hasExpired({ expiry }: User): boolean {
  return expiry !== undefined && Date.parse(expiry) <= Date.now();
}
