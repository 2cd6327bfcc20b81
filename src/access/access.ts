import type { Checks } from '../shared/checks.ts';
import { ServiceError } from '../shared/errors.ts';
import type { AccessLevel } from './access-level.ts';
import { type Entitlement, type AccessProperties, findDenial } from './entitlement.ts';
import type { Viewer } from './viewer.ts';

/** Access information of an item in a list. */
export interface ItemAccess {
  level: AccessLevel;
  requiredSubscriptions: readonly string[] | null;
  granted: boolean;
  reason: string | null;
}

export function toItemAccess(viewer: Entitlement, item: AccessProperties): ItemAccess {
  const denial = findDenial(viewer, item);
  return {
    level: item.accessLevel,
    requiredSubscriptions: item.accessLevel === 'subscription' ? item.requiredSubscriptions : null,
    granted: denial === null,
    reason: denial?.reason ?? null,
  };
}

/** Throws the 401 or 403 for a restricted item, the 404 for a hidden one; a 403 contains what is required and what the viewer has. */
export function assertGranted(viewer: Viewer, item: AccessProperties): void {
  const denial = findDenial(viewer.entitlement, item);
  if (!denial) return;
  if (denial.code !== 'FORBIDDEN') throw new ServiceError(denial.code, denial.reason);
  throw new ServiceError(denial.code, denial.reason, {
    accessLevel: item.accessLevel,
    requiredSubscriptions: item.accessLevel === 'subscription' ? item.requiredSubscriptions : [],
    userTier: viewer.entitlement.tier,
    userSubscriptions: listSubscriptions(viewer),
    isAuthenticated: viewer.entitlement.isAuthenticated,
  });
}

/** Throws 403 for a viewer whose API key sees published items only. */
export function assertSeesUnpublished({ seesUnpublished }: Entitlement): void {
  if (!seesUnpublished) throw lacksPreview();
}

/** Throws 403 for a viewer who may not read versions, the trash, the schedule and drafts: a preview token does not open them. */
export function assertPreviewScope(viewer: Viewer): void {
  if (!viewer.hasPreviewScope) throw lacksPreview();
}

function lacksPreview(): Error {
  return new ServiceError('FORBIDDEN', 'API key does not allow this operation: it lacks the scope preview');
}

/**
 * The rights that a search uses. It covers what is live, and with `preview` what the viewer previews in its place: everything of
 * the site, or one item.
 * @throws ServiceError 403 if the API key lacks the scope, without a preview token
 */
export function toSearchEntitlement(viewer: Entitlement, isPreview: boolean | null | undefined): Entitlement {
  const { preview, ...rights } = viewer;
  if (!isPreview) return { ...rights, seesUnpublished: false };
  if (!preview) assertSeesUnpublished(viewer);
  return { ...rights, preview: preview ?? { itemId: null } };
}

/** The subscriptions of a viewer by name: with `*`, all of the site's catalogue. */
export function listSubscriptions(viewer: Viewer): readonly string[] {
  const subscriptions = viewer.entitlement.subscriptions;
  return subscriptions === '*' ? viewer.site.subscriptions.map(({ slug }) => slug) : subscriptions;
}

/** Reports a missing list of subscriptions, because no user could read the item. */
export function checkRequiredSubscriptions(
  checks: Checks,
  accessLevel: AccessLevel,
  required: readonly string[],
): void {
  if (accessLevel === 'subscription' && required.length === 0) checks.report('requiredSubscriptions', 'is required');
}
