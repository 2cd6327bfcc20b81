import type { Database } from '../../database/database.ts';
import { SITE_MAXIMA } from '../../shared/site-limits.ts';
import type { LimitedResource, SiteLimit } from './site-limits.types.ts';

const MAXIMA: Readonly<Record<LimitedResource, number>> = {
  api_key: SITE_MAXIMA.apiKeys,
  asset_folder: SITE_MAXIMA.assetFolders,
  content_type: SITE_MAXIMA.contentTypes,
  member: SITE_MAXIMA.members,
  persona: SITE_MAXIMA.personas,
  trigger: SITE_MAXIMA.triggers,
  webhook_endpoint: SITE_MAXIMA.webhookEndpoints,
  webhook_tool: SITE_MAXIMA.webhookTools,
};

/** Of what a site may have so few that they can be counted. */
const COUNTS = `select
  (select count(*)::int from api_key where site_id = $1 and revoked_at is null) as api_key,
  (select count(*)::int from asset_folder where site_id = $1) as asset_folder,
  (select count(*)::int from content_type where site_id = $1) as content_type,
  (select count(*)::int from site_member where site_id = $1) as member,
  (select count(*)::int from persona where site_id = $1) as persona,
  (select count(*)::int from trigger where site_id = $1) as trigger,
  (select count(*)::int from webhook_endpoint where site_id = $1) as webhook_endpoint,
  (select count(*)::int from webhook_tool where site_id = $1) as webhook_tool`;

/** What a site may have only so many of, and how many it has; the largest share first. */
export async function readSiteLimits(database: Database, siteId: string): Promise<SiteLimit[]> {
  const counts = await database.forSite(siteId).row<Record<LimitedResource, number>>(COUNTS, [siteId]);
  const limits = Object.entries(MAXIMA).map(([name, max]) => {
    const resource = name as LimitedResource;
    return { resource, used: counts?.[resource] ?? 0, max };
  });
  return limits.toSorted((one, other) => other.used / other.max - one.used / one.max);
}
