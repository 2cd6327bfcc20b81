import {
  ACCESS_LEVELS,
  type AccessDenial,
  type AccessLevel,
  TIERS,
  TIER_LEVELS,
  type Tier,
  type TierLevel,
  levelRule,
} from './access-level.ts';

/** What a user can read, computed from verified claims and the site's settings. */
export interface UserRights {
  isAuthenticated: boolean;
  /** The effective tier: `free` if the membership has expired. */
  tier: Tier;
  /** Every subscription of the viewer, including granted ones; `'*'` if one grants all. */
  subscriptions: readonly string[] | '*';
}

/** What a viewer can read: the rights of its user and of its API key. Access depends on nothing else. */
export interface Entitlement extends UserRights {
  /** True if drafts and archived items exist for the viewer; otherwise only published ones do. */
  seesUnpublished: boolean;
  /** The drafts that it reads in the place of what is live; undefined: none. */
  preview?: Preview | undefined;
}

/** Drafts of all items that the viewer sees, or of a single one, which exists for it whatever its status. */
export interface Preview {
  itemId: string | null;
}

/** A caller with an API key and no user. */
export const ANONYMOUS: UserRights = { isAuthenticated: false, tier: 'free', subscriptions: [] };

/** A member of the site, who reads all of its content: every role may at least preview it. */
export const MEMBER: UserRights = { isAuthenticated: true, tier: 'pro', subscriptions: '*' };

/** The properties of an item that access depends on. */
export interface AccessProperties {
  accessLevel: AccessLevel;
  requiredSubscriptions: readonly string[];
  /** False for a draft or archived content item. Default true. */
  published?: boolean;
  /** Id of a content item, by which a preview is granted. */
  id?: string;
}

/** The only access rule: why the viewer cannot read the item; null if it can. */
export function findDenial(viewer: Entitlement, item: AccessProperties): AccessDenial | null {
  if (isHidden(viewer, item)) return { code: 'NOT_FOUND', reason: 'Content not found' };
  const { denial = null } = levelRule(item.accessLevel);
  if (item.accessLevel !== 'subscription') return reachesLevel(viewer, item.accessLevel) ? null : denial;
  if (hasAnySubscription(viewer, item.requiredSubscriptions)) return null;
  return denial && { ...denial, reason: `${denial.reason}: ${item.requiredSubscriptions[0] ?? 'any'}` };
}

/** Tells whether the item does not exist for the viewer: no teaser of it is shown, and no error tells of it. */
export function isHidden(
  viewer: Entitlement,
  { published = true, id }: Pick<AccessProperties, 'published' | 'id'>,
): boolean {
  return !published && !viewer.seesUnpublished && (id === undefined || viewer.preview?.itemId !== id);
}

/** The access rule as a filter of rows. */
export interface AccessFilter {
  /** Access levels that are readable whatever the item requires. */
  levels: AccessLevel[];
  /** Subscriptions that grant level `subscription`. */
  subscriptions: readonly string[] | '*';
  /** True if unpublished items are included. */
  unpublished: boolean;
}

export function accessFilter(viewer: Entitlement): AccessFilter {
  return {
    levels: TIER_LEVELS.filter((level) => reachesLevel(viewer, level)),
    subscriptions: viewer.isAuthenticated ? viewer.subscriptions : [],
    unpublished: viewer.seesUnpublished,
  };
}

/** A filter for all that exists for the viewer: for teasers, and to tell what is restricted from what is unknown. */
export function existenceFilter({ seesUnpublished }: Entitlement): AccessFilter {
  return { levels: [...ACCESS_LEVELS], subscriptions: '*', unpublished: seesUnpublished };
}

function reachesLevel(viewer: UserRights, level: TierLevel): boolean {
  const { tier } = levelRule(level);
  return tier === undefined || (viewer.isAuthenticated && TIERS.indexOf(viewer.tier) >= TIERS.indexOf(tier));
}

function hasAnySubscription(viewer: UserRights, required: readonly string[]): boolean {
  if (!viewer.isAuthenticated) return false;
  const subscriptions = viewer.subscriptions;
  return subscriptions === '*' ? true : required.some((slug) => subscriptions.includes(slug));
}
