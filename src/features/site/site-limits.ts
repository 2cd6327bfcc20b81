import { Field, Int, ObjectType } from 'type-graphql';
import type { Database } from '../../database/database.ts';
import { enumOf } from '../../graphql/enum.ts';
import { SITE_MAXIMA } from '../../shared/site-limits.ts';

/** Of what a site may have so few that they can be counted: from which table, and how many. */
const LIMITED = {
  api_key: { rows: 'api_key where revoked_at is null and', max: SITE_MAXIMA.apiKeys },
  asset_folder: { rows: 'asset_folder where', max: SITE_MAXIMA.assetFolders },
  content_type: { rows: 'content_type where', max: SITE_MAXIMA.contentTypes },
  member: { rows: 'site_member where', max: SITE_MAXIMA.members },
  persona: { rows: 'persona where', max: SITE_MAXIMA.personas },
  trigger: { rows: 'trigger where', max: SITE_MAXIMA.triggers },
  webhook_endpoint: { rows: 'webhook_endpoint where', max: SITE_MAXIMA.webhookEndpoints },
  webhook_tool: { rows: 'webhook_tool where', max: SITE_MAXIMA.webhookTools },
};
type LimitedResource = keyof typeof LIMITED;
const RESOURCES = Object.keys(LIMITED) as LimitedResource[];

const LimitedResourceEnum = enumOf(
  'LimitedResource',
  RESOURCES,
  'What a site may have only so many of. `api_key`: those that are not revoked.',
);

@ObjectType({ description: 'A limit of a site and what it uses of it.', simpleResolvers: true })
export class SiteLimit {
  @Field(() => LimitedResourceEnum, { description: 'What is limited.' })
  resource!: LimitedResource;

  @Field(() => Int, { description: 'How many the site has.' })
  used!: number;

  @Field(() => Int, { description: 'How many the site may have. Another one is BAD_REQUEST, a member CONFLICT.' })
  max!: number;
}

const COUNTS = `select ${RESOURCES.map(
  (name) => `(select count(*)::int from ${LIMITED[name].rows} site_id = $1) as ${name}`,
).join(', ')}`;

/** What a site may have only so many of, and how many it has; the largest share first. */
export async function readSiteLimits(database: Database, siteId: string): Promise<SiteLimit[]> {
  const counts = await database.forSite(siteId).row<Record<LimitedResource, number>>(COUNTS, [siteId]);
  return RESOURCES.map((resource) => ({
    resource,
    used: counts?.[resource] ?? 0,
    max: LIMITED[resource].max,
  })).toSorted((one, other) => other.used / other.max - one.used / one.max);
}
