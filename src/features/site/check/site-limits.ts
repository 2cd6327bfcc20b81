import { Field, Float, ObjectType } from 'type-graphql';
import type { Database } from '../../../database/database.ts';
import { createEnum } from '../../../api/enum.ts';
import { Visible } from '../../../api/visible.ts';
import { PLAN_LIMITS, type PlanLimit } from '../../../shared/plan-limits.ts';
import { SITE_MAXIMA } from '../../../shared/site-limits.ts';

/** The tables of which a site may have so few rows, on any plan, that they can be counted, with their maxima. */
const LIMITED_TABLES = {
  api_key: { rows: 'api_key where revoked_at is null and', max: SITE_MAXIMA.apiKeys },
  asset_folder: { rows: 'asset_folder where', max: SITE_MAXIMA.assetFolders },
  collection: { rows: 'collection where', max: SITE_MAXIMA.collections },
  content_type: { rows: 'content_type where', max: SITE_MAXIMA.contentTypes },
  member: { rows: 'site_member where', max: SITE_MAXIMA.members },
  persona: { rows: 'persona where', max: SITE_MAXIMA.personas },
  trigger: { rows: 'trigger where', max: SITE_MAXIMA.triggers },
  webhook_endpoint: { rows: 'webhook_endpoint where', max: SITE_MAXIMA.webhookEndpoints },
  webhook_tool: { rows: 'webhook_tool where', max: SITE_MAXIMA.webhookTools },
};
type CountedResource = keyof typeof LIMITED_TABLES;
const COUNTED_RESOURCES = Object.keys(LIMITED_TABLES) as CountedResource[];
type LimitedResource = CountedResource | PlanLimit;

const LimitedResourceEnum = createEnum(
  'LimitedResource',
  [...COUNTED_RESOURCES, ...PLAN_LIMITS],
  'What a site may have only so many of. `api_key`: those that are not revoked. By the plan: `stored_bytes`: files, and the texts of content items, drafts, versions, the trash and documents; `chunk`: parts of texts in the knowledge base, those that waiting texts are expected to make included; `content_item`: without the trash; `document`: documents, files and videos in the knowledge base; `file`: uploaded files, expected ones included; `upload_grant`: uploads that were granted and have neither arrived nor expired; `pending_job`: sources that wait to be processed or indexed; `form_submission`; `chat_turn`.',
);

@Visible('admin')
@ObjectType({ description: 'A limit of a site and what it uses of it.', simpleResolvers: true })
export class SiteLimit {
  @Field(() => LimitedResourceEnum, { description: 'What is limited.' })
  resource!: LimitedResource;

  @Field(() => Float, { description: 'How many the site has; of `stored_bytes`, bytes.' })
  used!: number;

  @Field(() => Float, {
    description:
      'How many the site may have. A write beyond a limit of the plan is CONFLICT, or RATE_LIMITED for `upload_grant` and `pending_job`, which become less by themselves; the error has `limit`, `used` and `max`. Another one of the others is BAD_REQUEST, a member CONFLICT.',
  })
  max!: number;
}

const COUNTS = COUNTED_RESOURCES.map(
  (name) => `select '${name}' as resource, count(*)::float8 as used, ${LIMITED_TABLES[name].max}::float8 as max
    from ${LIMITED_TABLES[name].rows} site_id = $1`,
);
const PLAN_USAGE = `select l.resource, coalesce(u.used, 0)::float8 as used, l.max::float8 as max
  from site s join plan_limit l on l.plan = s.plan
    left join (select resource, sum(amount) as used from site_usage where site_id = $1 group by resource) u
      on u.resource = l.resource
  where s.id = $1 and l.resource in (${PLAN_LIMITS.map((name) => `'${name}'`).join(', ')})`;
/** A limit of 0 is full. */
const LIMITS = `select * from (${[...COUNTS, PLAN_USAGE].join(' union all ')}) limits
  order by used / greatest(max, 1) + (max = 0)::int desc`;

/** Reads the limits of a site and how much of each it uses; the largest share first. */
export function readSiteLimits(database: Database, siteId: string): Promise<SiteLimit[]> {
  return database.forSite(siteId, 'admin').rows<SiteLimit>(LIMITS, [siteId]);
}
