import { createHash } from 'node:crypto';
import type { IndexedChunk, IndexFilter } from '../../ports/vector-index.ts';

/**
 * A site's chunks are distributed over tenants by access, because term statistics and the vector graph are per tenant:
 * each tenant only contains what every viewer who searches it can read, so restricted texts change neither scores nor
 * order. There is one tenant per access level; chunks of level `subscription` are in one tenant for viewers with all
 * subscriptions, and also in one per subscription that grants access.
 */
export function tenantsOfChunk(siteId: string, chunk: IndexedChunk): string[] {
  if (chunk.accessLevel !== SUBSCRIPTION) return [tenantName(siteId, 'l', chunk.accessLevel)];
  const single = chunk.requiredSubscriptions.map((each) => tenantName(siteId, 's', each));
  // Last, because its chunks are also in the other tenants.
  return [...new Set(single), tenantName(siteId, 'l', SUBSCRIPTION)];
}

/** Tenants that together contain everything the viewer can read, and nothing else. */
export function tenantsOfViewer(siteId: string, access: NonNullable<IndexFilter['access']>): string[] {
  const { levels, subscriptions } = access;
  const open = new Set(levels.map((level) => tenantName(siteId, 'l', level)));
  const everything = tenantName(siteId, 'l', SUBSCRIPTION);
  if (subscriptions === '*') open.add(everything);
  else if (!open.has(everything)) for (const each of subscriptions) open.add(tenantName(siteId, 's', each));
  return [...open];
}

/** Whether each chunk of the tenant is in no other such tenant. */
export function holdsChunksOnce(tenant: string): boolean {
  return tenant.at(-SUFFIX_LENGTH + 1) === 'l';
}

/** The site of a tenant; undefined for a tenant of another application. */
export function siteOfTenant(tenant: string): string | undefined {
  return SUFFIX.test(tenant) ? tenant.slice(0, -SUFFIX_LENGTH) : undefined;
}

/** Site ids that the server accepts: 64 characters with the suffix. */
export const SITE_NAME = /^[A-Za-z0-9_-]{1,50}$/;

const SUBSCRIPTION = 'subscription';
const DIGEST_LENGTH = 12;
const SUFFIX_LENGTH = DIGEST_LENGTH + 2;
const SUFFIX = /^.+_[ls][0-9a-f]{12}$/;

function tenantName(siteId: string, kind: 'l' | 's', value: string): string {
  const digest = createHash('sha256').update(value.toWellFormed()).digest('hex');
  return `${siteId}_${kind}${digest.slice(0, DIGEST_LENGTH)}`;
}
