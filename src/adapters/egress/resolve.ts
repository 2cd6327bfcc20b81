import { lookup, Resolver } from 'node:dns/promises';

/** All IPv4 and IPv6 addresses of a name; empty if there are none. A rejection counts as no addresses. */
export type Resolve = (host: string, options: { system: boolean; signal: AbortSignal }) => Promise<readonly string[]>;

const TRY_MS = 2_000;
const TRIES = 2;

/**
 * Public names are resolved by DNS queries without the system's thread pool, which a slow name server could exhaust.
 * Names that the deployment allows are resolved by the system (`system`), which also reads the hosts file.
 * @param servers name servers instead of the system's, as `address:port`
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (host, { system, signal }) => {
    if (system) return (await lookup(host, { all: true })).map(({ address }) => address);
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
