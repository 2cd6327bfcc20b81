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
export function refuseUnlessGranted(viewer: Viewer, item: Guarded): void {
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
