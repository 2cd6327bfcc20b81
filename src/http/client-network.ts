import { isIPv4, isIPv6 } from 'node:net';

/**
 * Fastify's `trustProxy` behind exactly that many proxies: the client is whom the outermost of them saw, and what the
 * client itself wrote into X-Forwarded-For is ignored. Right only where nothing but the proxies can reach the service;
 * Fastify takes a bare number for no trust at all for that reason.
 */
export function trustHops(proxies: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < proxies;
}

/**
 * Whom a budget per address is for: an IPv4 address whole, an IPv6 address by its /64, because one client commonly has all
 * of that. IPv4 written as IPv6 counts as IPv4. Anything else is one client together.
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

/** The eight numbers of a valid IPv6 address. */
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
