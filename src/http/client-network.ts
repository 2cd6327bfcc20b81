import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * Fastify's `trustProxy` for exactly this number of proxies: the client address is the one that the outermost proxy
 * saw, and whatever the client wrote into X-Forwarded-For is ignored. Only correct if nothing but the proxies can reach
 * the service. A function is needed because Fastify treats a bare number as no trust.
 */
export function trustHops(proxies: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < proxies;
}

/** The same address as Fastify's `request.ip` with `trustHops`, for requests that Fastify has not seen. */
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
  return isIPv6(bare) ? networkOf(groupsOf(bare)) : 'unknown';
}

function networkOf(groups: readonly number[]): string {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const left = numbersOf(head);
  if (tail === undefined) return left;
  const right = numbersOf(tail);
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

function numbersOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
