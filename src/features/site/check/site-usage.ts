import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { Database } from '../../../database/database.ts';
import { Cost } from '../../../api/cost.ts';
import { Visible } from '../../../api/visible.ts';
import type { RateLimiter } from '../../../ports/rate-limiter.ts';
import { KEYS_IN_SITE_BUDGET, POINTS_PER_OPERATION, SITE_MAXIMA, requestKey } from '../../../shared/site-limits.ts';
import type { Plan } from '../../../access/site-facts.ts';
import type { Site } from '../site.types.ts';

@Visible('admin')
@ObjectType({ description: 'Requests of an API key in the current minute.', simpleResolvers: true })
export class KeyRequests {
  @Field(() => ID, { description: 'Id of the key.' })
  keyId!: string;

  @Field(() => Int, {
    description: 'Requests since the minute of the key began, rejected ones included. Without Redis, of this instance.',
  })
  requests!: number;
}

@Visible('admin')
@ObjectType({ description: 'Limits of a site and what it uses of them.', simpleResolvers: true })
export class SiteUsage {
  @Field(() => Int, { description: 'Requests that each API key may make per minute, by the plan of the site.' })
  requestsPerMinute!: number;

  @Field(() => Int, { description: 'Requests that all API keys of the site together may make per minute.' })
  siteRequestsPerMinute!: number;

  @Cost({ size: 10 })
  @Field(() => [KeyRequests], { description: 'Requests of the keys that are neither revoked nor expired.' })
  requests!: KeyRequests[];

  @Field(() => Int, { description: 'Points that one GraphQL operation may cost.' })
  pointsPerOperation!: number;

  @Field(() => Float, { description: 'Size of the uploaded files in bytes.' })
  storedBytes!: number;

  @Field(() => Int, { description: 'Number of uploaded files.' })
  files!: number;

  @Field(() => Int, { description: 'Number of content items, drafts included.' })
  contentItems!: number;

  @Field(() => Int, { description: 'Number of documents, files, videos and content items in the knowledge base.' })
  sources!: number;

  @Field(() => Int, { description: 'Number of triggers.' })
  triggers!: number;

  @Field(() => Int, { description: 'Number of webhook tools.' })
  webhookTools!: number;

  @Field(() => Int, { description: 'Number of personas.' })
  personas!: number;

  @Field(() => Int, { description: 'How many triggers the site may have.' })
  maxTriggers!: number;

  @Field(() => Int, { description: 'How many webhook tools the site may have.' })
  maxWebhookTools!: number;

  @Field(() => Int, { description: 'How many API keys that are not revoked the site may have.' })
  maxApiKeys!: number;

  @Field(() => Int, { description: 'How many personas the site may have.' })
  maxPersonas!: number;
}

/** Content items are counted by the groups that lists count them in, so that their number does not matter. */
const COUNTS = `select
  (select coalesce(sum(a.size), 0)::float8 from asset a where a.site_id = $1) as "storedBytes",
  (select count(*)::int from asset a where a.site_id = $1) as files,
  (select coalesce(sum(c.items), 0)::int from content_count c where c.site_id = $1) as "contentItems",
  (select count(*)::int from knowledge_source k where k.site_id = $1 and k.draft_of is null) as sources,
  (select count(*)::int from trigger t where t.site_id = $1) as triggers,
  (select count(*)::int from webhook_tool w where w.site_id = $1) as "webhookTools",
  (select count(*)::int from persona p where p.site_id = $1) as personas`;
const KEYS = `select id from api_key
  where site_id = $1 and revoked_at is null and (expires_at is null or expires_at > now()) order by created_at, id limit 200`;

type Counts = Pick<
  SiteUsage,
  'storedBytes' | 'files' | 'contentItems' | 'sources' | 'triggers' | 'webhookTools' | 'personas'
>;

export interface UsageDependencies {
  database: Database;
  limiter: RateLimiter;
  /** The requests per minute by plan. */
  requestsPerMinute: Readonly<Record<Plan, number>>;
}

/** The limits of a site, and what it uses of them. */
export async function readSiteUsage(
  { database, limiter, requestsPerMinute }: UsageDependencies,
  { id, plan }: Pick<Site, 'id' | 'plan'>,
): Promise<SiteUsage> {
  const scope = database.forSite(id, 'admin');
  const [counts, keys] = await Promise.all([scope.row<Counts>(COUNTS, [id]), scope.rows<{ id: string }>(KEYS, [id])]);
  const requests = keys.map(async (key) => ({ keyId: key.id, requests: await limiter.count(requestKey(key.id)) }));
  return {
    ...(counts as Counts),
    requestsPerMinute: requestsPerMinute[plan],
    siteRequestsPerMinute: requestsPerMinute[plan] * KEYS_IN_SITE_BUDGET,
    requests: await Promise.all(requests),
    pointsPerOperation: POINTS_PER_OPERATION,
    maxTriggers: SITE_MAXIMA.triggers,
    maxWebhookTools: SITE_MAXIMA.webhookTools,
    maxApiKeys: SITE_MAXIMA.apiKeys,
    maxPersonas: SITE_MAXIMA.personas,
  };
}
