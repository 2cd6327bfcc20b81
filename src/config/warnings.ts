import type { Config } from './configuration.ts';

/** What production does without and most deployments want, a sentence each: said at every start. */
export function productionWarnings(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const { database, weaviate, rateLimits, mail, cohere, trustedProxies } = config;
  const found: [boolean, string][] = [
    [mail.kind === 'none', 'without SENDGRID_API_KEY or SMTP_URL forms answer that no mail was sent'],
    [cohere === undefined, 'without COHERE_API_KEY chat answers 503, and search compares words more than meaning'],
    [
      database !== undefined && weaviate === undefined,
      'without WEAVIATE_URL one process only may run on this database',
    ],
    [
      database !== undefined && rateLimits.redisUrl === undefined,
      'without REDIS_URL each instance counts for itself, so that rate limits grow with their number',
    ],
    [
      Boolean(environment['K_SERVICE']) && trustedProxies === 0,
      'on Cloud Run TRUST_PROXY is at least 1: without it all callers seem to come from one address',
    ],
  ];
  return found.filter(([applies]) => applies).map(([, warning]) => warning);
}
