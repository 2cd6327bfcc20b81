import type { Settings } from './configuration.ts';
import type { Environment } from './read.ts';

/** Warnings about missing settings that most production deployments need, one sentence each, logged at every start. */
export function productionWarnings(config: Settings, environment: Environment): string[] {
  const { database, weaviate, rateLimits, mail, cohere, chat, embedding, trustedProxies } = config;
  const found: [boolean, string][] = [
    [
      mail.kind === 'none',
      'without SENDGRID_API_KEY or SMTP_URL form submissions answer an error, because no email can be sent',
    ],
    [
      cohere === undefined && chat === undefined,
      'without COHERE_API_KEY chat answers 503, and semantic search has low quality',
    ],
    [
      cohere === undefined && chat !== undefined && embedding.kind === 'auto',
      'without COHERE_API_KEY semantic search has low quality',
    ],
    [database !== undefined && weaviate === undefined, 'without WEAVIATE_URL only one process can use this database'],
    [
      database !== undefined && rateLimits.redisUrl === undefined,
      'without REDIS_URL each instance counts on its own, so rate limits multiply by the number of instances',
    ],
    [
      Boolean(environment['K_SERVICE']) && trustedProxies === 0,
      'on Cloud Run TRUST_PROXY is at least 1: without it all callers seem to come from one address',
    ],
  ];
  return found.filter(([applies]) => applies).map(([, warning]) => warning);
}
