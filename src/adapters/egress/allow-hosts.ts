import { isIP, isIPv6 } from 'node:net';

const ENTRY = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\%]+)(?::(\d{1,5}))?$/i;

/** Hosts that may be private, by `host` (any port) or `host:port`. */
export class AllowedHosts {
  private readonly entries: ReadonlySet<string>;

  /**
   * @param entries names or addresses, IPv6 in brackets
   * @throws Error that names the first invalid entry
   */
  constructor(entries: readonly string[]) {
    const violation = validateAllowedHosts(entries);
    if (violation !== undefined) throw new Error(violation);
    this.entries = new Set(entries.flatMap((entry) => canonicalEntry(entry) ?? []));
  }

  /** @param host lower case, without brackets and trailing dot */
  has(host: string, port: number): boolean {
    return this.entries.has(host) || this.entries.has(withPort(host, port));
  }
}

/** Returns why a list of `host` and `host:port` entries is invalid, or undefined. For the configuration. */
export function validateAllowedHosts(entries: readonly string[]): string | undefined {
  const wrong = entries.find((entry) => canonicalEntry(entry) === undefined);
  return wrong === undefined ? undefined : `must list hosts as host or host:port, which "${wrong}" is not`;
}

/** The entry in its canonical form; undefined if it is invalid. */
function canonicalEntry(entry: string): string | undefined {
  const [, host = '', port] = ENTRY.exec(entry) ?? [];
  if (host === '' || !URL.canParse(`http://${host}/`)) return undefined;
  const name = plainHost(new URL(`http://${host}/`).hostname);
  if (isIP(name) === 0 && !isHostName(name)) return undefined;
  if (port === undefined) return name;
  return +port > 0 && +port < 65_536 ? withPort(name, Number(port)) : undefined;
}

const HOST_NAME = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

/** Tells whether a host without port can be a DNS name. */
export function isHostName(host: string): boolean {
  return HOST_NAME.test(host) && host.length <= 253;
}

/** A URL's host name for the lookup: without the brackets of IPv6 and without the trailing dot. */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function withPort(host: string, port: number): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}
