import { table } from '../../database/table.ts';
import { ServiceError } from '../../shared/errors.ts';
import { listSubscriptions } from '../../access/access.ts';
import type { Viewer } from '../../access/viewer.ts';
import { SiteEntity } from '../site/site.entity.ts';
import type { CatalogueSubscription } from '../site/site.types.ts';
import type { UserSubscriptions } from './subscription.resolver.ts';

const sites = table(SiteEntity, 's', { only: ['subscriptions'] });
const CATALOGUE = sites.select(`where ${sites.c.id} = $1`);

/** The subscriptions of the user and those that the site offers. The catalogue is not cached: changes apply immediately. */
export async function userSubscriptions(viewer: Viewer): Promise<UserSubscriptions> {
  const { user, entitlement } = viewer;
  return {
    isAuthenticated: user !== null,
    user,
    subscriptions: user ? listSubscriptions(viewer) : [],
    membershipTier: user && entitlement.tier,
    membershipExpiry: user && user.membershipExpiry,
    availableSubscriptions: await readCatalogue(viewer),
    message: user ? null : 'Not authenticated: send a valid identity token to see subscriptions',
  };
}

async function readCatalogue(viewer: Viewer): Promise<CatalogueSubscription[]> {
  try {
    const site = await viewer.scope.row(CATALOGUE, [viewer.site.id]);
    return site?.subscriptions ?? [];
  } catch (error) {
    throw new ServiceError('INTERNAL', 'Failed to get user subscriptions', {}, { cause: error });
  }
}
