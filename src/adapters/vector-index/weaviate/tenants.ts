import { createHash } from 'node:crypto';
import { storedLevel, storedLevels } from '../stored-level.ts';
import type { IndexedChunk, IndexFilter } from '../../../ports/vector-index.ts';

/**
 * A site's chunks are distributed over tenants by access, because term statistics and the vector graph are per tenant:
 * each tenant only contains what every viewer who searches it can read, so restricted texts change neither scores nor
 * order. There is one tenant per access level; chunks of level `subscription` are in one tenant for viewers with all
 * subscriptions, and also in one per subscription that grants access. Drafts have tenants of their own.
 */
export function tenantsOfChunk(siteId: string, chunk: IndexedChunk): string[] {
  const whole = tenantName(siteId, 'l', storedLevel(chunk));
  if (chunk.accessLevel !== SUBSCRIPTION) return [whole];
  const kind = chunk.published ? 's' : 'd';
  const single = chunk.requiredSubscriptions.map((each) => tenantName(siteId, kind, each));
  // Last, because its chunks are also in the other tenants.
  return [...new Set(single), whole];
}

/** Tenants that together contain everything the viewer can read, and nothing else. */
export function tenantsOfViewer(siteId: string, access: NonNullable<IndexFilter['access']>): string[] {
  const { levels, subscriptions, unpublished = false } = access;
  const isWhole = subscriptions === '*' || levels.includes(SUBSCRIPTION);
  const whole = new Set([...levels, ...(isWhole ? [SUBSCRIPTION] : [])]);
  const open = storedLevels([...whole], unpublished).map((level) => tenantName(siteId, 'l', level));
  if (isWhole) return open;
  const kinds = unpublished ? (['s', 'd'] as const) : (['s'] as const);
  const single = subscriptions.flatMap((each) => kinds.map((kind) => tenantName(siteId, kind, each)));
  return [...new Set([...open, ...single])];
}

/** Tells whether each chunk of the tenant is in no other such tenant. */
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
const SUFFIX = /^.+_[lsd][0-9a-f]{12}$/;

/** @param kind `l`: an access level; `s`: a subscription; `d`: a subscription, for drafts */
function tenantName(siteId: string, kind: 'l' | 's' | 'd', value: string): string {
  const digest = createHash('sha256').update(value.toWellFormed()).digest('hex');
  return `${siteId}_${kind}${digest.slice(0, DIGEST_LENGTH)}`;
}
