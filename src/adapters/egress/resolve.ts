import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a name, of both families; empty when it has none. May reject: then it has none either. */
export type Resolve = (host: string, options: { system: boolean; signal: AbortSignal }) => Promise<readonly string[]>;

const TRY_MS = 2_000;
const TRIES = 2;

/**
 * Names of the public internet are asked of DNS without the system's thread pool, which a slow name server could
 * otherwise fill. Names that the deployment allows are asked of the system (`system`), which also knows its hosts file.
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
