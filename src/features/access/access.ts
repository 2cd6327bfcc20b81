import type { Checks } from '../../shared/checks.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { AccessLevel } from './access-level.ts';
import { type Entitlement, type Guarded, refusal } from './entitlement.ts';
import type { Viewer } from './viewer.ts';

/** What a list says of each item's access. */
export interface ItemAccess {
  level: AccessLevel;
  requiredSubscriptions: readonly string[] | null;
  granted: boolean;
  reason: string | null;
}

export function accessOf(viewer: Entitlement, item: Guarded): ItemAccess {
  const refused = refusal(viewer, item);
  return {
    level: item.accessLevel,
    requiredSubscriptions: item.accessLevel === 'subscription' ? item.requiredSubscriptions : null,
    granted: refused === null,
    reason: refused?.reason ?? null,
  };
}

/** Throws the 401 or 403 that an item withheld answers with; a 403 says what is needed and what the viewer has. */
export function assertGranted(viewer: Viewer, item: Guarded): void {
  const refused = refusal(viewer.entitlement, item);
  if (!refused) return;
  if (refused.code === 'UNAUTHENTICATED') throw new ServiceError(refused.code, refused.reason);
  throw new ServiceError(refused.code, refused.reason, {
    accessLevel: item.accessLevel,
    requiredSubscriptions: item.accessLevel === 'subscription' ? item.requiredSubscriptions : [],
    userTier: viewer.entitlement.tier,
    userSubscriptions: heldSubscriptions(viewer),
    isAuthenticated: viewer.entitlement.isAuthenticated,
  });
}

/** The subscriptions that a viewer holds, by name: where one grants all, those of the site's catalogue. */
export function heldSubscriptions(viewer: Viewer): readonly string[] {
  const held = viewer.entitlement.subscriptions;
  return held === '*' ? viewer.site.subscriptions.map(({ slug }) => slug) : held;
}

/** Subscriptions without which nobody could see the item are a mistake of the writer. */
export function checkRequiredSubscriptions(
  checks: Checks,
  accessLevel: AccessLevel,
  required: readonly string[],
): void {
  if (accessLevel === 'subscription' && required.length === 0) checks.fault('requiredSubscriptions', 'is required');
}
