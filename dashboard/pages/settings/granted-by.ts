interface Granting {
  slug: string;
  grants: readonly string[];
}

/** Everything a subscription includes, each once and with the one it comes through, nearest first. `*` is all others. */
export function grantedBy(slug: string, all: readonly Granting[]): { slug: string; through: string }[] {
  const found = new Map<string, string>();
  const waiting = [slug];
  for (let through = waiting.shift(); through !== undefined; through = waiting.shift()) {
    const own = all.find((each) => each.slug === through)?.grants ?? [];
    const direct = own.includes('*') ? all.map((each) => each.slug) : own;
    for (const granted of direct) {
      if (granted === slug || found.has(granted)) continue;
      found.set(granted, through);
      waiting.push(granted);
    }
  }
  return [...found].map(([granted, through]) => ({ slug: granted, through }));
}
