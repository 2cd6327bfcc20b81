import ipaddr from 'ipaddr.js';

/** Who can have an address: public hosts, hosts in the deployment's own network, or hosts that must never be called. */
export type Reach = 'public' | 'private' | 'never';

/** @param address an IP address in its usual form, as `net.isIP` accepts it */
export function classifyAddress(address: string): Reach {
  const parsed = ipaddr.parse(address);
  if (METADATA.has(parsed.toString()) || parsed.toString().includes('%')) return 'never';
  if (PRIVATE_RANGES.has(parsed.range())) return 'private';
  if (parsed.range() !== 'unicast') return 'never';
  return parsed instanceof ipaddr.IPv6 && !isGlobalUnicast(parsed) ? 'never' : 'public';
}

/** @param mayBePrivate whether the deployment allows the host to be private */
export function isAllowed(address: string, mayBePrivate: boolean): boolean {
  const reach = classifyAddress(address);
  return reach === 'public' || (reach === 'private' && mayBePrivate);
}

/** Ranges that `OUTBOUND_ALLOW_HOSTS` can allow. Not link-local, because cloud providers serve credentials there. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set(['private', 'loopback', 'carrierGradeNat', 'uniqueLocal']);

/** Metadata services in ranges that could otherwise be allowed, or in public ranges (the last one, of Azure). */
const METADATA: ReadonlySet<string> = new Set(['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16']);

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * All other IPv6 addresses are unassigned or contain an IPv4 address, like `::127.0.0.1`. So do ISATAP interface ids in
 * global unicast.
 */
function isGlobalUnicast(address: ipaddr.IPv6): boolean {
  const [fifth = 0, sixth = 0] = address.parts.slice(4, 6);
  return address.match(GLOBAL_UNICAST) && !(sixth === 0x5efe && (fifth & 0xfdff) === 0);
}
