import type { Checks } from '../../shared/checks.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { AccessLevel } from './access-level.ts';
import { type Entitlement, type Guarded, denialOf } from './entitlement.ts';
import type { Viewer } from './viewer.ts';

/** Access information of an item in a list. */
export interface ItemAccess {
  level: AccessLevel;
  requiredSubscriptions: readonly string[] | null;
  granted: boolean;
  reason: string | null;
}

export function accessOf(viewer: Entitlement, item: Guarded): ItemAccess {
  const denial = denialOf(viewer, item);
  return {
    level: item.accessLevel,
    requiredSubscriptions: item.accessLevel === 'subscription' ? item.requiredSubscriptions : null,
    granted: denial === null,
    reason: denial?.reason ?? null,
  };
}

/** Throws the 401 or 403 for a restricted item; a 403 contains what is required and what the viewer has. */
export function assertGranted(viewer: Viewer, item: Guarded): void {
  const denial = denialOf(viewer.entitlement, item);
  if (!denial) return;
  if (denial.code === 'UNAUTHENTICATED') throw new ServiceError(denial.code, denial.reason);
  throw new ServiceError(denial.code, denial.reason, {
    accessLevel: item.accessLevel,
    requiredSubscriptions: item.accessLevel === 'subscription' ? item.requiredSubscriptions : [],
    userTier: viewer.entitlement.tier,
    userSubscriptions: heldSubscriptions(viewer),
    isAuthenticated: viewer.entitlement.isAuthenticated,
  });
}

/** The subscriptions of a viewer by name: with `*`, all of the site's catalogue. */
export function heldSubscriptions(viewer: Viewer): readonly string[] {
  const held = viewer.entitlement.subscriptions;
  return held === '*' ? viewer.site.subscriptions.map(({ slug }) => slug) : held;
}

/** A missing subscription list is rejected, because no user could read the item. */
export function checkRequiredSubscriptions(
  checks: Checks,
  accessLevel: AccessLevel,
  required: readonly string[],
): void {
  if (accessLevel === 'subscription' && required.length === 0) checks.report('requiredSubscriptions', 'is required');
}
