import ipaddr from 'ipaddr.js';

/** Who may be behind an address: anybody, somebody of this deployment's own network, or nobody that may ever be called. */
export type Reach = 'public' | 'private' | 'never';

/** @param address an IP address in its usual form, as `net.isIP` accepts it */
export function reachOf(address: string): Reach {
  const parsed = ipaddr.parse(address);
  if (METADATA.has(parsed.toString()) || parsed.toString().includes('%')) return 'never';
  if (PRIVATE_RANGES.has(parsed.range())) return 'private';
  if (parsed.range() !== 'unicast') return 'never';
  return parsed instanceof ipaddr.IPv6 && !isGlobalUnicast(parsed) ? 'never' : 'public';
}

/** What `OUTBOUND_ALLOW_HOSTS` can open. Link-local is not among them: clouds serve their credentials there. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set(['private', 'loopback', 'carrierGradeNat', 'uniqueLocal']);

/** Metadata services that lie in ranges which could otherwise be opened, or in none at all (the last, of Azure). */
const METADATA: ReadonlySet<string> = new Set(['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16']);

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Everything else of IPv6 is unassigned or, like `::127.0.0.1`, carries an IPv4 address in it. So does ISATAP's
 * interface id within global unicast.
 */
function isGlobalUnicast(address: ipaddr.IPv6): boolean {
  const [fifth = 0, sixth = 0] = address.parts.slice(4, 6);
  return address.match(GLOBAL_UNICAST) && !(sixth === 0x5efe && (fifth & 0xfdff) === 0);
}
