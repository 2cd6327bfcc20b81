import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * Fastify's `trustProxy` for exactly this number of proxies: the client address is the one that the outermost proxy
 * saw, and whatever the client wrote into X-Forwarded-For is ignored. Only correct if nothing but the proxies can reach
 * the service. A function is needed because Fastify treats a bare number as no trust.
 */
export function proxyTrust(proxies: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < proxies;
}

/** The same address as Fastify's `request.ip` with `proxyTrust`, for requests that Fastify has not seen. */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: number): string | undefined {
  const forwarded = proxies > 0 ? String(headers['x-forwarded-for'] ?? '') : '';
  if (forwarded === '') return socket.remoteAddress;
  const addresses = forwarded.split(',').map((address) => address.trim());
  return addresses[Math.max(addresses.length - proxies, 0)];
}

/**
 * Key of a rate limit per address: a whole IPv4 address, or the /64 network of an IPv6 address, because one client
 * commonly has all of it. IPv4-mapped IPv6 counts as IPv4. All other values count as one client.
 */
export function clientNetwork(address: string | undefined): string {
  const bare = (address ?? '').replace(/%.*$/, '');
  if (isIPv4(bare)) return bare;
  return isIPv6(bare) ? toNetwork(splitGroups(bare)) : 'unknown';
}

function toNetwork(groups: readonly string[]): string {
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

/** The eight groups of a valid IPv6 address. */
function splitGroups(address: string): string[] {
  // In hexadecimal, in lower case and without leading zeros.
  const { hostname } = new URL(`http://[${address}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}
